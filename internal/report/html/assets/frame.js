// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A frame as a picture by offset, and as the table of its rows. The picture is lines of so many bytes, as a dump of memory has them; a row of the
// frame is a bar over its bytes, through as many lines as it has. Rows that share bytes lie in lanes below each other, and so does, below the frame
// of an elided coroutine, what that frame is made of. Lines that look alike are drawn once.

const maxBars = 1500; // drawn in one picture
const maxRows = 1000; // in one table
const minLabel = 18; // pixels of a bar that has room for a letter

const kindWords = { field: "field of the ABI", promise: "promise", object: "object", value: "value", frame: "frame of an elided coroutine", padding: "padding" };

// frameRows gives the rows of a frame as nodes: id, row, begin, end, depth, kids; all of them come in one list, parents in front.
function frameRows(rows) {
  const all = [];
  const walk = (list, prefix, depth) => list.map((row) => {
    const node = { id: prefix + (row.row === undefined ? "p" + row.offset : row.row), row, begin: row.offset, end: row.offset + row.size, depth, kids: [] };
    all.push(node);
    node.kids = row.rows ? walk(row.rows, node.id + ".", depth + 1) : [];
    return node;
  });
  return { top: walk(rows, "", 0), all };
}

// lanes gives each node the first lane that is free from its begin on, with room below it for its kids; the number of lanes comes back.
function lanes(nodes) {
  const free = []; // from which offset each lane is
  for (const node of [...nodes].sort((a, b) => a.begin - b.begin || b.end - a.end)) {
    const height = 1 + lanes(node.kids);
    let at = 0;
    for (let k = 0; k < height; k++) {
      if ((free[at + k] || 0) > node.begin) { at += k + 1; k = -1; }
    }
    for (let k = 0; k < height; k++) free[at + k] = node.end;
    node.lane = at;
  }
  return free.length;
}

function lower(nodes, by) {
  for (const n of nodes) {
    n.lane += by;
    lower(n.kids, n.lane + 1);
  }
}

// memoryLines cuts the frame into lines: begin, bars (node, from, to), lanes; or begin, skip (bytes that look as the line above).
function memoryLines(nodes, size, width) {
  const sorted = [...nodes].filter((n) => n.end > n.begin).sort((a, b) => a.begin - b.begin);
  const out = [];
  let open = [], next = 0;
  for (let begin = 0; begin < size;) {
    const end = Math.min(size, begin + width);
    while (next < sorted.length && sorted[next].begin < end) open.push(sorted[next++]);
    open = open.filter((n) => n.end > begin);
    const here = open;
    out.push({ begin, end, bars: here.map((n) => ({ node: n, from: Math.max(n.begin, begin), to: Math.min(n.end, end) })),
      lanes: Math.max(1, ...here.map((n) => n.lane + 1)) });
    // How many whole lines more nothing begins or ends in.
    const until = Math.min(...here.map((n) => n.end), next < sorted.length ? sorted[next].begin : size, size);
    const same = here.length && here.every((n) => n.begin <= begin && n.end >= end) ? Math.floor((until - end) / width) - 1 : 0;
    begin = end;
    if (same > 2) {
      out.push({ begin, skip: same * width, lanes: 1, bars: [] });
      begin += same * width;
    }
  }
  return out;
}

// lineWidth is how many bytes a line has: so few that single bytes can be seen, as long as there are not too many lines.
function lineWidth(nodes, size, narrow) {
  let width = size <= 96 ? 16 : size <= 512 || narrow ? 32 : 64;
  while (size / width > 2000) width *= 2;
  while (memoryLines(nodes, size, width).length > 56 && width < 1024) width *= 2;
  return width;
}

// framePicture draws the frame. view has select and show: what a click, and what the pointer or the focus, does with a row's id.
function framePicture(frame, rows, view) {
  const root = h("div.picture", { role: "listbox", "aria-label": "The frame by offset; arrow keys go from row to row", onkeydown: (e) => arrows(e, bodies(), true, (el) => view.select(el.dataset.row)) });
  const labelled = new Map();
  lanes(rows.top);
  lower(rows.top, 0);
  let drawn = "";

  function draw() {
    const narrow = root.clientWidth < 440, width = lineWidth(rows.all, frame.frame_size, narrow);
    if (drawn === String(width)) return;
    drawn = String(width);
    const lines = memoryLines(rows.all, frame.frame_size, width);
    labelled.clear();
    for (const line of lines) {
      for (const bar of line.bars) {
        const best = labelled.get(bar.node.id);
        if (!best || bar.to - bar.from > best.to - best.from) labelled.set(bar.node.id, bar);
      }
    }
    let bars = 0;
    const els = [];
    for (const line of lines) {
      if (bars > maxBars) {
        els.push(h("p.faint", {}, "The rest of the frame is in the table."));
        break;
      }
      bars += line.bars.length;
      els.push(drawLine(line, width));
    }
    root.replaceChildren(...els);
    roving(bodies(), bodies()[0]);
    view.mark(root);
  }

  function drawLine(line, width) {
    if (line.skip) return h("div.line.alike", {}, h("span.offset", {}, "\u22ee"), h("span.faint", {}, bytes(line.skip) + " more of the same"));
    const strip = h("div.strip", { style: { height: line.lanes * 24 + "px", width: "100%" } });
    const extent = h("span.extent", { "aria-hidden": "true", style: { width: (100 * (line.end - line.begin)) / width + "%" } });
    strip.append(extent);
    for (const bar of line.bars) {
      const { node } = bar, first = labelled.get(node.id) === bar;
      strip.append(h("div.bar." + node.row.kind + (bar.from > node.begin ? ".goes-on" : "") + (bar.to < node.end ? ".open" : ""), {
        "data-row": node.id, role: first ? "option" : null, "aria-hidden": first ? null : "true", "aria-selected": first ? "false" : null,
        "aria-label": first ? `offset ${node.begin}, ${bytes(node.end - node.begin)}: ${node.row.label}` : null,
        onclick: () => view.select(node.id), onpointerenter: () => view.show(node.id), onpointerleave: () => view.show(""), onfocus: () => view.show(node.id),
        style: { left: (100 * (bar.from - line.begin)) / width + "%", width: (100 * (bar.to - bar.from)) / width + "%", top: node.lane * 24 + "px" },
      }, first && node.row.kind !== "padding" && ((bar.to - bar.from) / width) * root.clientWidth > minLabel ? h("span", {}, node.row.label) : ""));
    }
    return h("div.line", {}, h("span.offset", {}, num(line.begin)), strip);
  }

  // bodies are the bars that have the focus for their rows, by offset.
  function bodies() {
    const els = [...root.querySelectorAll("[role=option]")];
    const at = new Map(rows.all.map((n, k) => [n.id, k]));
    return els.sort((a, b) => at.get(a.dataset.row) - at.get(b.dataset.row));
  }

  new ResizeObserver(() => { if (root.isConnected && root.clientWidth) draw(); }).observe(root);
  return root;
}

const legendKinds = ["field", "promise", "object", "value", "frame", "padding"];

function frameLegend(rows) {
  const there = new Set(rows.all.map((n) => n.row.kind));
  return h("p.legend", {}, legendKinds.filter((k) => there.has(k)).map((k) => h("span", {}, h("span.swatch.bar." + k), kindWords[k])));
}

// frameTable lists the rows; what lies in an elided frame is set in below it.
function frameTable(rows, view) {
  const body = h("tbody", { onkeydown: (e) => arrows(e, body.children, false, (el) => view.select(el.dataset.row)) });
  let bySize = false;
  const order = h("button", { type: "button", onclick: () => { bySize = !bySize; draw(); } });
  const head = h("tr", {}, h("th.num", { scope: "col" }, "Offset"), h("th.num", { scope: "col" }, order), h("th", { scope: "col" }, "What"), h("th", { scope: "col" }, "Why it is here"));
  const root = h("div.scroll", {}, h("table.rows", { "aria-label": "What the frame is made of" }, h("thead", {}, head), body));

  function flat(nodes) {
    const list = bySize ? [...nodes].sort((a, b) => b.row.size - a.row.size || a.begin - b.begin) : nodes;
    return list.flatMap((n) => [n, ...flat(n.kids)]);
  }

  function draw() {
    order.replaceChildren("Size ", h("span.arrow", { "aria-hidden": "true" }, bySize ? "\u2193" : ""));
    order.setAttribute("aria-label", bySize ? "Size; sorted by it, sort by offset" : "Size; sort by it");
    const list = flat(rows.top);
    body.replaceChildren(...list.slice(0, maxRows).map(line));
    if (list.length > maxRows) body.append(h("tr", {}, h("td", { colspan: 4 }, count(list.length - maxRows, "row") + " more; corolower explain frame lists them")));
    roving(body.children, body.firstElementChild);
    view.mark(root);
  }

  function line(n) {
    const r = n.row;
    return h("tr." + r.kind, { "data-row": n.id, onclick: () => view.select(n.id), onpointerenter: () => view.show(n.id), onpointerleave: () => view.show(""), onfocus: () => view.show(n.id) },
      h("td.num", {}, num(n.begin)), h("td.num", {}, num(r.size)),
      h("td.what", { style: { "padding-left": 8 + 16 * n.depth + "px" } }, h("div.beside-swatch", {}, h("span.swatch.bar." + r.kind, { "aria-hidden": "true" }), code(r.what || r.label))),
      h("td.why", {}, r.why, r.fix ? h("span.fixable", {}, `saves ${num(r.fix.saves)}`) : ""));
  }

  draw();
  return root;
}

// rowDetails tells all that is known of one row.
function rowDetails(frame, names, node) {
  const r = node.row, v = r.variable, items = [];
  const item = (term, ...what) => items.push(h("dt", {}, term), h("dd", {}, what));
  item("Bytes", `${num(node.begin)} to ${num(node.end - 1)}: ${bytes(r.size)}` + (r.align ? `, align ${r.align}` : ""));
  if (v) {
    item(v.parameter ? "Parameter" : "Variable", code(v.name), v.address ? " (its address)" : "", v.one_of_its_values ? " (one of its values)" : "", v.to ? ` (its bytes ${v.from} to ${v.to - 1})` : "",
      v.of ? [" of ", code(v.of)] : "", v.source ? [", ", where(v.source.file, v.source.line)] : "");
  }
  const type = (v && v.type) || r.type;
  if (type) item("Type", code(type));
  if (r.frame_of) item("Frame of", code(names[r.frame_of] || r.frame_of));
  if (r.why) item("Why", r.why);
  if (r.live_over && r.live_over.length && node.depth === 0) {
    item("Live over", h("ul.plain", {}, r.live_over.slice(0, 12).map((n) => h("li", {}, (frame.suspends[n] || {}).label || "suspend " + n)),
      r.live_over.length > 12 ? h("li.faint", {}, `and ${num(r.live_over.length - 12)} more`) : ""));
  }
  for (const k of (r.may_keep_address || []).slice(0, 6)) {
    item("May keep its address", k.callee ? code(names[k.callee] || k.callee) : code(k.instruction), k.source ? [", ", where(k.source.file, k.source.line)] : k.line ? `, line ${k.line} of the IR` : "");
  }
  if (r.fix) item("Fix", h("span.fix", {}, r.fix.hint));
  return h("div.details", {}, h("h3", {}, h("span.swatch.bar." + r.kind, { "aria-hidden": "true" }), code(r.label)), h("p.faint", {}, kindWords[r.kind] || r.kind), h("dl", {}, items));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suspends of a coroutine as a graph, in layers: what is reached later lies lower, and edges back go up. An edge passes through a layer between
// two layers of nodes, where its label is a node of its own; so no label lies on another, or on a node.

const graphNodes = 48, graphEdges = 160; // of more there is the table only
const charWidth = 6.7, lineHeight = 15, nodeGap = 18, layerGap = 26;

// graphOf gives nodes (key, lines, suspend) and edges (from, to, when, lines) of a coroutine's ways.
function graphOf(frame, ways) {
  const nodes = new Map(), edges = [];
  const node = (key, label, suspend) => {
    if (!nodes.has(key)) nodes.set(key, { key, lines: wrapped(label, 30, 3), suspend, final: suspend !== undefined && !!frame.suspends[suspend].final });
    return nodes.get(key);
  };
  node("begin", "called");
  frame.suspends.forEach((sp, k) => node(k, sp.label, k));
  for (const w of ways) {
    const from = node(w.from === undefined ? "begin" : w.from), to = w.to !== undefined ? node(w.to) : node(w.end, w.end === "unwinds" ? "left by an exception" : "end");
    edges.push({ from, to, when: w.when, lines: [w.when, ...wrapped((w.by || "").replaceAll(" -> ", " \u2192 "), 30, 2)] });
  }
  for (const n of nodes.values()) size(n, 20, 12);
  for (const e of edges) size(e, 8, 4);
  return { nodes: [...nodes.values()], edges };
}

function size(box, padX, padY) {
  box.w = Math.max(30, ...box.lines.map((l) => clean(l).length * charWidth)) + padX;
  box.h = box.lines.length * lineHeight + padY;
}

function wrapped(t, width, most) {
  const lines = [];
  for (const word of t.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && (last + " " + word).length <= width) lines[lines.length - 1] = last + " " + word;
    else if (word) lines.push(word.length > width ? word.slice(0, width - 1) + "\u2026" : word);
  }
  if (lines.length > most) lines.splice(most - 1, lines.length, lines[most - 1].slice(0, width - 2) + " \u2026");
  return lines;
}

// rankNodes turns edges that would close a cycle around, and gives each node the layer that is one below the lowest that leads to it.
function rankNodes(g) {
  const outgoing = new Map(g.nodes.map((n) => [n, []]));
  for (const e of g.edges) outgoing.get(e.from).push(e);
  const state = new Map(), order = [];
  for (const root of g.nodes) {
    if (state.has(root)) continue;
    const stack = [{ n: root, k: 0 }];
    state.set(root, 1);
    while (stack.length) {
      const top = stack[stack.length - 1], e = outgoing.get(top.n)[top.k++];
      if (!e) {
        state.set(top.n, 2);
        order.unshift(top.n);
        stack.pop();
      } else if (e.to === top.n) {
        e.loop = true;
      } else if (state.get(e.to) === 1) {
        e.back = true;
      } else if (!state.has(e.to)) {
        state.set(e.to, 1);
        stack.push({ n: e.to, k: 0 });
      }
    }
  }
  for (const n of g.nodes) n.rank = 0;
  for (const n of order) {
    for (const e of outgoing.get(n)) if (!e.loop && !e.back) e.to.rank = Math.max(e.to.rank, n.rank + 1);
  }
  // What a coroutine ends with lies below all else. A back edge leads to what was on the way to its beginning, so turned around it leads down.
  const last = Math.max(...g.nodes.map((n) => n.rank));
  for (const n of g.nodes) if (typeof n.key === "string" && n.key !== "begin" && n.rank > 0) n.rank = last;
}

// layersOf puts nodes and, where edges pass, points into layers: nodes in the even ones, labels in odd ones.
function layersOf(g) {
  const layers = [];
  const put = (at, box) => { (layers[at] ||= []).push(box); box.layer = at; box.above = []; box.below = []; return box; };
  for (const n of g.nodes) put(2 * n.rank, n);
  for (const e of g.edges) {
    if (e.loop) continue;
    const [top, bottom] = e.back ? [e.to, e.from] : [e.from, e.to];
    e.points = [];
    let prev = top;
    const mid = Math.floor((2 * top.rank + 2 * bottom.rank) / 2) | 1;
    for (let at = 2 * top.rank + 1; at < 2 * bottom.rank; at++) {
      const p = put(at, at === mid ? Object.assign(e, { label: true }) : { w: 8, h: 0 });
      join(prev, p);
      e.points.push(p);
      prev = p;
    }
    join(prev, bottom);
  }
  for (let k = 0; k < layers.length; k++) layers[k] ||= [];
  return layers;
}

function join(a, b) {
  a.below.push(b);
  b.above.push(a);
}

// arrange orders each layer by the middle of what its boxes hang on, from above and from below in turn.
function arrange(layers) {
  const number = (layer) => layer.forEach((b, k) => { b.pos = k; });
  layers.forEach(number);
  for (let round = 0; round < 8; round++) {
    const down = round % 2 === 0;
    for (const layer of down ? layers.slice(1) : layers.slice(0, -1).reverse()) {
      for (const b of layer) {
        const near = (down ? b.above : b.below).map((x) => x.pos);
        b.want = near.length ? near.reduce((p, q) => p + q, 0) / near.length : b.pos;
      }
      layer.sort((a, b) => a.want - b.want || a.pos - b.pos);
      number(layer);
    }
  }
}

// settle gives each box of a layer the x that is nearest to what it wants, in the layer's order and without overlaps: the least squares, by pooling
// neighbours that would overlap.
function settle(layer, want) {
  const pools = [];
  let offset = 0, prev = null;
  for (const b of layer) {
    if (prev) offset += (prev.w + prev.side) / 2 + (prev.side) / 2 + nodeGap + b.w / 2;
    b.offset = offset;
    prev = b;
    pools.push({ sum: want(b) - offset, n: 1 });
    while (pools.length > 1 && pools[pools.length - 2].sum / pools[pools.length - 2].n > pools[pools.length - 1].sum / pools[pools.length - 1].n) {
      const p = pools.pop();
      pools[pools.length - 1].sum += p.sum;
      pools[pools.length - 1].n += p.n;
    }
  }
  let at = 0;
  for (const p of pools) for (let k = 0; k < p.n; k++, at++) layer[at].x = layer[at].offset + p.sum / p.n;
}

// layOut gives every box x and y (its middle), and the size of the whole.
function layOut(g) {
  rankNodes(g);
  for (const n of g.nodes) n.side = 0; // room right of a node, for its loops
  for (const e of g.edges) {
    e.side = 0;
    if (e.loop) e.from.side = Math.max(e.from.side, e.w + 30);
  }
  const layers = layersOf(g);
  for (const layer of layers) for (const b of layer) b.side ||= 0;
  arrange(layers);
  for (const layer of layers) settle(layer, () => 0);
  for (let round = 0; round < 16; round++) {
    const down = round % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse()) {
      settle(layer, (b) => {
        const near = [...(down ? b.above : b.below), ...(round > 11 ? (down ? b.below : b.above) : [])];
        return near.length ? near.reduce((sum, x) => sum + x.x, 0) / near.length : b.x;
      });
    }
  }
  let y = 12;
  for (const layer of layers) {
    const loops = layer.map((b) => g.edges.filter((e) => e.loop && e.from === b).reduce((sum, e) => sum + e.h, 0));
    const height = Math.max(6, ...layer.map((b) => b.h), ...loops);
    for (const b of layer) b.y = y + height / 2;
    y += height + layerGap;
  }
  const boxes = layers.flat();
  const left = Math.min(...boxes.map((b) => b.x - b.w / 2)) - 12;
  for (const b of boxes) b.x -= left;
  return { width: Math.max(...boxes.map((b) => b.x + b.w / 2 + b.side)) + 12, height: y - layerGap + 12 };
}

// suspendGraph draws the graph; select is called with the number of a suspend that is chosen.
function suspendGraph(frame, ways, more, select) {
  const root = h("div.graph", {});
  const notes = h("p.legend", {}, h("span", {}, h("span.stroke"), "called or resumed"), h("span", {}, h("span.stroke.dashed"), "destroyed"), more ? h("span.warn", {}, "The search gave up: there are more paths.") : "");
  const g = graphOf(frame, ways);
  if (g.nodes.length > graphNodes || g.edges.length > graphEdges) {
    root.append(h("p.faint", {}, `${count(frame.suspends.length, "suspend")} and ${count(ways.length, "path")} are too many to draw; the table lists them.`));
  } else {
    const box = layOut(g);
    const svg = s("svg", { width: Math.ceil(box.width), height: Math.ceil(box.height), viewBox: `0 0 ${Math.ceil(box.width)} ${Math.ceil(box.height)}`, role: "group",
      "aria-label": "Graph of the suspends; the table below it says the same" },
    s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, s("path.tip", { d: "M0 0 L8 4 L0 8 z" }))));
    for (const n of g.nodes) {
      n.loops = g.edges.filter((e) => e.loop && e.from === n);
      let y = n.y - n.loops.reduce((sum, e) => sum + e.h, 0) / 2;
      for (const e of n.loops) {
        e.x = n.x + n.w / 2 + 24 + e.w / 2;
        e.y = y + e.h / 2;
        y += e.h;
      }
    }
    for (const e of g.edges) drawEdge(svg, e);
    for (const e of g.edges) drawLabel(svg, e);
    for (const n of g.nodes) drawNode(svg, n, select);
    const scroll = h("div.scroll", { tabindex: 0, role: "group", "aria-label": "The graph" }, svg);
    root.append(notes, scroll);
    const begin = g.nodes.find((n) => n.key === "begin");
    requestAnimationFrame(() => { scroll.scrollLeft = begin.x - scroll.clientWidth / 2; });
  }
  root.append(wayTable(frame, ways));
  return root;
}

function drawNode(svg, n, select) {
  const suspend = n.suspend !== undefined;
  const el = s("g.node" + (suspend ? ".suspend" : ""), suspend ? { tabindex: 0, role: "button", "aria-label": n.lines.join(" ") + ": show in the source", onclick: () => select(n.suspend),
    onkeydown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); select(n.suspend); } } } : {});
  const rect = (by) => s("rect", { x: n.x - n.w / 2 - by, y: n.y - n.h / 2 - by, width: n.w + 2 * by, height: n.h + 2 * by, rx: suspend ? 3 : n.h / 2 });
  el.append(rect(0));
  if (n.final) el.append(rect(-3));
  label(el, n.lines, n.x, n.y);
  svg.append(el);
}

function label(el, lines, x, y) {
  lines.forEach((t, k) => el.append(s("text" + (k ? ".via" : ""), { x, y: y + (k - (lines.length - 1) / 2) * lineHeight + 4, "text-anchor": "middle" }, t)));
}

function drawEdge(svg, e) {
  const kind = ".edge" + (e.when === "destroyed" ? ".dashed" : "");
  if (e.loop) {
    const n = e.from, right = n.x + n.w / 2, step = n.h / (2 * n.loops.length + 1), out = n.y - n.h / 2 + step * (2 * n.loops.indexOf(e) + 0.7), back = out + step;
    svg.append(s("path" + kind, { d: `M${right} ${out} C${right + 12} ${out} ${right + 20} ${e.y - 6} ${right + 20} ${e.y} S${right + 14} ${back} ${right + 1} ${back}`, "marker-end": "url(#tip)" }));
    return;
  }
  const [top, bottom] = e.back ? [e.to, e.from] : [e.from, e.to];
  const spread = (n, list, f) => {
    const at = list.indexOf(f), gap = Math.min(18, (n.w - 16) / Math.max(1, list.length));
    return n.x + (at - (list.length - 1) / 2) * gap;
  };
  const first = e.points[0] || bottom, last = e.points[e.points.length - 1] || top;
  let pts = [[spread(top, [...top.below].sort((a, b) => a.x - b.x), first), top.y + top.h / 2], ...e.points.flatMap((p) => p.h ? [[p.x, p.y - p.h / 2], [p.x, p.y + p.h / 2]] : [[p.x, p.y]]),
    [spread(bottom, [...bottom.above].sort((a, b) => a.x - b.x), last), bottom.y - bottom.h / 2]];
  if (e.back) pts = pts.reverse();
  let d = `M${pts[0]}`;
  for (let k = 1; k < pts.length; k++) {
    const [x0, y0] = pts[k - 1], [x1, y1] = pts[k], mid = (y0 + y1) / 2;
    d += ` C${x0} ${mid} ${x1} ${mid} ${x1} ${y1}`;
  }
  svg.append(s("path" + kind, { d, "marker-end": "url(#tip)" }));
}

// drawLabel comes behind all edges, so that none is drawn through it.
function drawLabel(svg, e) {
  const el = s("g.told", {}, s("rect.behind", { x: e.x - e.w / 2, y: e.y - e.h / 2, width: e.w, height: e.h }));
  label(el, e.lines, e.x, e.y);
  svg.append(el);
}

// wayTable says in words what the graph shows.
function wayTable(frame, ways) {
  const name = (k) => (frame.suspends[k] || {}).label || "suspend " + k;
  const shown = ways.slice(0, 500);
  return h("details", { open: ways.length <= 12 }, h("summary", {}, count(ways.length, "path")),
    h("div.scroll", {}, h("table.rows", { "aria-label": "Paths from suspend to suspend" },
      h("thead", {}, h("tr", {}, ["From", "When", "To", "Through"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", {}, shown.map((w) => h("tr", {}, h("td", {}, w.from === undefined ? "the beginning" : name(w.from)), h("td", {}, w.when),
        h("td", {}, w.to !== undefined ? name(w.to) : w.end === "unwinds" ? "the caller, by an exception" : "the end"), h("td", {}, (w.by || "").replaceAll(" -> ", " \u2192 ")))),
      ways.length > shown.length ? h("tr", {}, h("td", { colspan: 4 }, count(ways.length - shown.length, "path") + " more")) : ""))));
}

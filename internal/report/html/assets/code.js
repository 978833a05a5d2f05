// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The source and the IR of a coroutine, line by line beside each other. Lines that its rows and suspends name are marked with what names them; what
// lies between is folded. A line that is pointed at shows the lines that belong to it on the other side.

const around = 3; // lines shown on each side of one that is named
const wholeText = 40; // lines up to which a text is shown without folds
const unfoldedAtOnce = 200;
const linesAtFirst = 1500; // around lines that are named; more where the reader unfolds them

// named collects what names lines: marks of the source's file and of the IR (line: notes), and pairs of lines that belong together.
function named(frame, rows, ways) {
  const file = frame.source ? frame.source.file : "";
  const marks = { file, source: new Map(), ir: new Map(), toIR: new Map(), toSource: new Map() };
  const mark = (map, line, note) => {
    if (!line) return;
    const list = map.get(line) || [];
    if (!list.some((m) => m.what === note.what && m.id === note.id)) list.push(note);
    map.set(line, list);
  };
  const pair = (map, a, b) => map.set(a, (map.get(a) || new Set()).add(b));
  const at = (place, note) => {
    if (!place) return;
    const src = place.source && place.source.file === file ? place.source.line : 0;
    if (note) {
      mark(marks.ir, place.line, note);
      mark(marks.source, src, note);
    }
    if (src && place.line) {
      pair(marks.toIR, src, place.line);
      pair(marks.toSource, place.line, src);
    }
  };
  at(frame, { what: "begins", id: "" });
  frame.suspends.forEach((sp, k) => at(sp, { what: "suspend " + k, id: "", suspend: k }));
  for (const n of rows.top) {
    const r = n.row, label = r.label;
    if (r.kind === "padding" || r.kind === "field") continue;
    if (r.variable && r.variable.source && r.variable.source.file === file) mark(marks.source, r.variable.source.line, { what: label, id: n.id });
    at(r.defined, r.variable && r.variable.source ? { what: label + (r.kind === "object" ? " begins" : " set"), id: n.id } : { what: label, id: n.id });
    at(r.used, { what: label + " used", id: n.id });
    for (const k of (r.may_keep_address || []).slice(0, 20)) at(k, { what: label + " may be kept", id: n.id });
  }
  for (const w of ways) for (const p of w.via) at(p, null);
  return marks;
}

// sourceText puts the passages that have a line of the coroutine's into one text; lines between them, which the report does not carry, are null.
function sourceText(passages, marks) {
  const lines = [...marks.source.keys()];
  const ours = passages.filter((p) => lines.some((n) => n >= p.first && n < p.first + p.lines.length));
  if (!ours.length) return null;
  const out = { first: ours[0].first, lines: [] };
  for (const p of ours) {
    while (out.first + out.lines.length < p.first) out.lines.push(null);
    out.lines.push(...p.lines);
  }
  return out;
}

// codePane shows a text (first, lines); a line that is null is not there.
function codePane(title, text, marks, view, side) {
  const body = h("div.lines", {});
  const root = h("div.pane", { role: "group", "aria-label": title }, h("h3", {}, title), h("div.scroll.code", { tabindex: 0 }, body));
  const total = text.lines.length;
  const open = new Array(total).fill(total <= wholeText);
  const unfold = (from, to) => { for (let k = Math.max(0, from); k <= Math.min(total - 1, to); k++) open[k] = true; };
  unfold(0, 1);
  let shown = 0;
  for (const line of [...marks.keys()].sort((a, b) => a - b)) {
    const k = line - text.first;
    if (k < 0 || k >= total || shown > linesAtFirst) continue;
    unfold(k - around, k + around);
    shown += 2 * around + 1;
  }

  function lineOf(k) {
    const n = text.first + k, notes = marks.get(n) || [];
    const ids = [...new Set(notes.map((m) => m.id).filter(Boolean))];
    const el = h("div.ln" + (notes.length ? ".named" : ""), { "data-line": n, onpointerenter: () => view.pair(side, n), onpointerleave: () => view.pair("", 0) },
      h("span.no", { "aria-hidden": "true" }, n), h("code", {}, text.lines[k] || " "));
    if (notes.length) {
      el.append(h("span.notes", {}, notes.slice(0, 4).map((m) => h(m.id ? "button.note" : "span.note", m.id ? { type: "button", "data-row": m.id, onclick: () => view.select(m.id) } : {}, m.what)),
        notes.length > 4 ? h("span.note", {}, `${notes.length - 4} more`) : ""));
      el.dataset.rows = ids.join(" ");
    }
    return el;
  }

  function draw() {
    const els = [];
    for (let k = 0; k < total;) {
      let end = k;
      while (end < total && text.lines[end] === null) end++;
      if (end > k) {
        els.push(h("div.gone", {}, count(end - k, "line") + " not in this report"));
        k = end;
        continue;
      }
      if (open[k]) {
        els.push(lineOf(k++));
        continue;
      }
      while (end < total && !open[end] && text.lines[end] !== null) end++;
      const [from, to] = [k, Math.min(end, k + unfoldedAtOnce) - 1];
      els.push(h("button.fold", { type: "button", onclick: () => { unfold(from, to); draw(); (body.querySelector(`[data-line="${text.first + from}"]`) || body).scrollIntoView({ block: "nearest" }); } },
        `${count(end - k, "line")} folded` + (end - k > unfoldedAtOnce ? `; show ${unfoldedAtOnce}` : "")));
      k = end;
    }
    body.replaceChildren(...els);
    view.mark(body);
  }
  root.reveal = (line) => {
    const k = line - text.first;
    if (k < 0 || k >= total || text.lines[k] === null) return;
    if (!open[k]) {
      unfold(k - around, k + around);
      draw();
    }
    const el = body.querySelector(`[data-line="${line}"]`), box = root.querySelector(".code");
    box.scrollTop += el.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  };
  root.side = side;
  draw();
  return root;
}

// codeView shows both sides; what is missing is said.
function codeView(source, ir, marks, view) {
  const panes = [];
  if (source) panes.push(codePane(marks.file, source, marks.source, view, "source"));
  if (ir) panes.push(codePane("IR before the pipeline", ir, marks.ir, view, "ir"));
  const told = [];
  if (!source) told.push(marks.file ? `The source, ${marks.file}, is not in this report.` : "The IR has no debug info that names a source.");
  if (!ir) told.push("The IR is not in this report.");
  const root = h("div.both", {}, panes);
  // pair shows what belongs to a line.
  const pair = (side, line) => {
    const to = side === "source" ? marks.toIR : side === "ir" ? marks.toSource : null;
    const lines = (to && to.get(line)) || new Set();
    for (const el of root.querySelectorAll(".ln.paired")) el.classList.remove("paired");
    for (const pane of panes) {
      if (pane.side === side || !lines.size) continue;
      for (const n of lines) {
        const el = pane.querySelector(`[data-line="${n}"]`);
        if (el) el.classList.add("paired");
      }
    }
  };
  const reveal = (place) => {
    for (const pane of panes) {
      if (pane.side === "ir" && place.line) pane.reveal(place.line);
      if (pane.side === "source" && place.source && place.source.file === marks.file) pane.reveal(place.source.line);
    }
  };
  return { root: h("div", {}, told.map((t) => h("p.faint", {}, t)), panes.length ? root : ""), pair, reveal };
}

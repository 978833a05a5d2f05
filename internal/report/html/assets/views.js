// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pages: the overview, the lists, one coroutine. Each gives the element that is shown, and a title.

const missedOnes = creations.filter((c) => !c.elided);

function overview() {
  const sum = coroutines.reduce((n, c) => n + c.size, 0), padding = coroutines.reduce((n, c) => n + c.padding, 0);
  const inside = coroutines.reduce((n, c) => n + c.inside, 0);
  const failed = units.filter((u) => u.failed).length;
  const fact = (value, label, to, bad) => h("div.fact" + (bad && value ? ".bad" : ""), {}, h("dt", {}, to ? h("a", { href: to }, label) : label), h("dd", {}, num(value)));
  const root = h("div.overview", {},
    h("h1", {}, index.title),
    h("p.faint", {}, "Figures are from the pipeline ", code(index.pipeline), index.compiler ? [", IR from ", index.compiler] : "", index.clang ? `, compared with ${index.clang}` : "", "."),
    h("dl.facts", {},
      fact(coroutines.length, "coroutines", link("coroutines")), fact(sum, inside ? `bytes of frames, ${num(inside)} in elided frames` : "bytes of frames", link("map")), fact(padding, "bytes of padding", link("coroutines", "", { sort: "-padding" })),
      fact(missedOnes.length, "elisions missed", link("creations", "", { show: "missed" }), true), fact(creations.length - missedOnes.length, "elided", link("creations", "", { show: "elided" })),
      fact(findings.length, "findings", link("findings"), true), fact(failed, failed === 1 ? "unit failed" : "units failed", link("units"), true)),
    h("h2", {}, "Where the bytes are"), treemap(""),
    h("div.two", {},
      h("section", {}, h("h2", {}, "Largest frames"), short(coroutines.slice(0, 8), coroutineColumns().filter((c) => ["name", "where", "size", "saves"].includes(c.key)), coroutineLink), coroutines.length > 8 ? h("p", {}, h("a", { href: link("coroutines") }, `All ${num(coroutines.length)}`)) : ""),
      h("section", {}, h("h2", {}, "Allocations on the heap"), missedOnes.length ? short(missedOnes.slice(0, 8), missedColumns(), creationLink, ".even") : h("p.faint", {}, creations.length ? "Every allocation was elided." : "No coroutine is created where its definition is known."),
        missedOnes.length > 8 ? h("p", {}, h("a", { href: link("creations", "", { show: "missed" }) }, `All ${num(missedOnes.length)}`)) : "")),
    index.left_out ? h("p.faint", {}, `${count(index.left_out, "text")} of sources and IR left out, to bound the size of this file.`) : "");
  return { root, title: "" };
}

// missedColumns are for few words: the whole is in the list of creations.
function missedColumns() {
  return [
    { label: "Coroutine", cell: (c) => code(listName(c.calleeName), c.calleeName) }, { label: "Created in", cell: (c) => code(listName(c.callerName), c.callerName) },
    { label: "Why it stays", cell: (c) => h("span", {}, c.reason, c.hits >= 0 ? h("span.faint", {}, `, reached ${count(c.hits, "time")}`) : "") },
  ];
}

// short is a table of a few rows that is neither sorted nor searched.
function short(rows, columns, to, kind = "") {
  return h("div.scroll", {}, h("table.rows.short" + kind, {}, h("thead", {}, h("tr", {}, columns.map((c) => h("th" + (c.num ? ".num" : ""), { scope: "col" }, c.label)))),
    h("tbody", {}, rows.map((r) => h("tr", {}, columns.map((c, k) => {
      const inner = c.cell ? c.cell(r) : c.num ? num(c.value(r)) : c.value(r);
      return h("td" + (c.num ? ".num" : ""), {}, k === 0 && to(r) ? h("a", { href: to(r) }, inner) : inner);
    }))))));
}

function coroutineColumns() {
  const cols = [
    { key: "name", label: "Coroutine", wide: true, value: (c) => c.name, cell: (c) => code(listName(c.name), c.name) },
    { key: "where", label: "Place", value: (c) => c.file + "\u0000" + String(c.line).padStart(9, "0"), cell: (c) => where(c.file, c.line) },
    { key: "size", label: "Frame", num: true, value: (c) => c.size },
    ...(coroutines.some((c) => c.clang >= 0) ? [{ key: "clang", label: "Clang's", num: true, value: (c) => c.clang, cell: (c) => (c.clang < 0 ? "" : num(c.clang)) }] : []),
    { key: "padding", label: "Padding", num: true, value: (c) => c.padding },
    ...(coroutines.some((c) => c.saves) ? [{ key: "saves", label: "Could be saved", num: true, value: (c) => c.saves, cell: (c) => (c.saves ? num(c.saves) : "") }] : []),
    { key: "suspends", label: "Suspends", num: true, value: (c) => c.suspends },
    ...(coroutines.some((c) => c.code) ? [{ key: "code", label: "Instructions", num: true, value: (c) => c.code, cell: (c) => (c.code ? num(c.code) : "") }] : []),
    { key: "missed", label: "On the heap", num: true, value: (c) => c.missed },
  ];
  if (units.length > 1) cols.push({ key: "units", label: "Units", num: true, value: (c) => c.units });
  if (coroutines.some((c) => c.hits >= 0)) cols.push({ key: "hits", label: "Entries", num: true, value: (c) => c.hits, cell: (c) => (c.hits < 0 ? "" : num(c.hits)) });
  return cols;
}

function coroutineList() {
  return { title: "Coroutines", root: h("div", {}, h("h1", {}, "Coroutines"), table({ view: "coroutines", label: "Coroutines", rows: coroutines, columns: coroutineColumns(), link: coroutineLink,
    text: (c) => `${c.name} ${c.fn} ${c.file}:${c.line}`, empty: "No coroutine was split." })) };
}

const creationLink = (c) => {
  const of = byFunction.get(c.callee);
  return of ? coroutineLink(of) : "";
};

function creationColumns() {
  const cols = [
    { key: "callee", label: "Coroutine", mid: true, value: (c) => c.calleeName, cell: (c) => code(listName(c.calleeName), c.calleeName) },
    { key: "caller", label: "Created in", mid: true, value: (c) => c.callerName, cell: (c) => code(listName(c.callerName), c.callerName) },
    { key: "where", label: "Place", value: (c) => c.file + "\u0000" + String(c.line).padStart(9, "0"), cell: (c) => where(c.file, c.line) },
    { key: "size", label: "Frame", num: true, value: (c) => c.size, cell: (c) => (c.size < 0 ? h("span.faint", {}, "unknown") : num(c.size)) },
    { key: "reason", label: "Result", wide: true, value: (c) => (c.elided ? "" : c.reason), cell: (c) => became(c) },
  ];
  if (creations.some((c) => c.hits >= 0)) cols.splice(4, 0, { key: "hits", label: "Reached", num: true, value: (c) => c.hits, cell: (c) => (c.hits < 0 ? "" : num(c.hits)) });
  if (units.length > 1) cols.splice(4, 0, { key: "units", label: "Units", num: true, value: (c) => c.units });
  return cols;
}

function became(c) {
  const beside = [c.growth ? h("p.faint", {}, c.growth) : "", c.clang < 0 || (c.clang === 1) === c.elided ? "" : h("p.faint", {}, c.clang ? "clang elides it" : "clang does not elide it")];
  if (c.elided) return h("div", {}, h("p", {}, h("span.tag", {}, "elided"), c.annotated ? h("span.faint", {}, " marked coro_elide_safe") : ""), beside);
  return h("div.became", {}, h("p", {}, h("span.tag.heap", {}, "on the heap"), " ", c.reason, c.at ? h("span.faint", {}, ` (${c.at})`) : ""),
    c.alone ? h("p.faint", {}, "The call is marked coro_elide_safe, but " + c.alone) : "", c.path ? h("p.faint", {}, "Without a destroy: " + c.path) : "", c.hint ? h("p.fix", {}, "Fix: " + c.hint) : c.noFix ? h("p.faint", {}, "No fix: " + c.noFix) : "", beside);
}

function creationList() {
  return { title: "Creations", root: h("div", {}, h("h1", {}, "Where coroutines are created"), table({ view: "creations", label: "Creations", rows: creations, columns: creationColumns(), link: creationLink,
    filters: [{ key: "", label: "All" }, { key: "missed", label: "On the heap", test: (c) => !c.elided }, { key: "elided", label: "Elided", test: (c) => c.elided }],
    text: (c) => `${c.calleeName} ${c.callee} ${c.callerName} ${c.caller} ${c.file}:${c.line} ${c.reason} ${c.hint}`, empty: "No coroutine is created where its definition is known." })) };
}

function findingList() {
  const cols = [
    { key: "rule", label: "Rule", value: (f) => f.rule, cell: (f) => h("span", {}, h("span.tag" + (f.level === "error" ? ".error" : ""), {}, f.level), " ", f.rule) },
    { key: "where", label: "Place", value: (f) => f.file + "\u0000" + String(f.line).padStart(9, "0"), cell: (f) => where(f.file, f.line) },
    { key: "message", label: "Finding", wide: true, value: (f) => f.message, cell: (f) => h("div", {}, h("p", {}, f.message), f.hint ? h("p.fix", {}, "Fix: " + f.hint) : "") },
  ];
  return { title: "Findings", root: h("div", {}, h("h1", {}, "Findings of check"), table({ view: "findings", label: "Findings", rows: findings, columns: cols, text: (f) => `${f.level} ${f.rule} ${f.message} ${f.hint} ${f.file}:${f.line}`,
    filters: [{ key: "", label: "All" }, { key: "errors", label: "Errors", test: (f) => f.level === "error" }, { key: "warnings", label: "Warnings", test: (f) => f.level !== "error" }], empty: "Nothing was found." })) };
}

function unitList() {
  const cols = [
    { key: "file", label: "Unit", value: (u) => u.file, cell: (u) => code(u.file) },
    { key: "failed", label: "Result", wide: true, value: (u) => u.failed, cell: (u) => (u.failed ? h("div", {}, h("p", {}, h("span.tag.error", {}, "failed")), h("pre.words", {}, u.failed)) : h("span.faint", {}, "read")) },
  ];
  if (units.some((u) => u.pipeline)) cols.splice(1, 0, { key: "pipeline", label: "Pipeline", value: (u) => u.pipeline, cell: (u) => code(u.pipeline) });
  return { title: "Units", root: h("div", {}, h("h1", {}, "Units"), table({ view: "units", label: "Units", rows: units, columns: cols, text: (u) => u.file + " " + u.failed,
    filters: [{ key: "", label: "All" }, { key: "failed", label: "Failed", test: (u) => u.failed !== "" }], empty: "No unit." })) };
}

function mapPage(path) {
  const map = treemap(path);
  map.classList.add("tall");
  return { title: "Map", root: h("div", {}, h("h1", {}, "Where the bytes are"), map), shown: () => map.focusMap() };
}

// coroutinePage shows one coroutine. What it needs is opened from its chunk first.
async function coroutinePage(id) {
  const c = byID.get(id);
  if (!c) return { title: "Not found", root: h("div", {}, h("h1", {}, "Not in this report"), h("p", {}, "No coroutine of this report is named ", code(id), "."), h("p", {}, h("a", { href: link("coroutines") }, "All coroutines"))) };
  const frame = await entry(c.detail), names = frame.names || {};
  const ir = await entry(c.ir), at = index.sources.find(([file]) => frame.source && text(file) === frame.source.file);
  const passages = at ? await entry(at[1]) : [];
  const rows = frameRows(frame.rows);
  const byRow = new Map(rows.all.map((n) => [n.id, n]));
  const ways = frame.ways || [];
  const marks = named(frame, rows, ways);
  const state = { row: byRow.has(place().query.get("row")) ? place().query.get("row") : "" };
  const details = h("aside.about", { "aria-live": "polite", "aria-label": "About the row" });
  const root = h("article.coroutine", {});
  let codes = null;
  // view is what pictures and tables say to each other: the row that is chosen, and the one that is pointed at.
  const view = {
    mark(el) {
      for (const x of el.querySelectorAll("[data-row]")) {
        x.classList.toggle("on", x.dataset.row === state.row);
        if (x.hasAttribute("aria-selected")) x.setAttribute("aria-selected", String(x.dataset.row === state.row));
      }
      for (const x of el.querySelectorAll("[data-rows]")) x.classList.toggle("on", state.row !== "" && x.dataset.rows.split(" ").includes(state.row));
    },
    select(row) {
      state.row = state.row === row ? "" : row;
      setPlace(coroutineLink(c, { row: state.row }));
      view.mark(root);
      view.show("");
      const at = byRow.get(state.row);
      if (at && codes) codes.reveal({ line: (at.row.defined || {}).line, source: at.row.variable && at.row.variable.source || (at.row.defined || {}).source });
    },
    show(row) {
      for (const x of root.querySelectorAll(".bar.lit, tr.lit")) x.classList.remove("lit");
      const at = byRow.get(row || state.row);
      details.replaceChildren(at ? rowDetails(frame, names, at) : h("p.faint", {}, "Point at a row, or go there with the arrow keys, to see what it is and why it is in the frame."));
      if (row) for (const x of root.querySelectorAll(`[data-row="${CSS.escape(row)}"]`)) x.classList.add("lit");
    },
    pair: (side, line) => codes && codes.pair(side, line),
  };
  codes = codeView(sourceText(passages, marks), ir, marks, view);
  const section = (title, ...kids) => h("section", { "aria-label": title }, h("h2", {}, title), kids);
  const facts = [["frame", bytes(frame.frame_size)], ["align", num(frame.align)], ["padding", `${num(frame.padding)} (${percent(frame.padding, frame.frame_size)})`], ["suspends", num(frame.suspends.length)],
    ["ABI", frame.abi], [c.units === 1 ? "unit" : "units", num(c.units)]];
  if (c.clang >= 0) facts.push([frame.clang || "clang", bytes(c.clang)]);
  if (c.hits >= 0) facts.push(["entries", num(c.hits)]);
  root.append(h("p.crumb", {}, h("a", { href: link("coroutines") }, "Coroutines")), h("h1", {}, code(c.name)),
    h("p.faint", {}, where(c.file, c.line, true), c.name !== c.fn ? [" \u00b7 ", code(c.fn)] : ""),
    h("dl.facts.small", {}, facts.map(([k, v]) => h("div.fact", {}, h("dt", {}, k), h("dd", {}, v)))), codeSizes(frame), sizesTold(frame),
    fixes(rows, view));
  if (frame.rows.length) {
    const picture = h("div.drawn", {}, framePicture(frame, rows, view), frameLegend(rows));
    root.append(section("Frame", frame.shares_not ? h("p.faint", {}, "No storage is shared: " + frame.shares_not) : "", h("div.beside", {}, picture, h("div.told-of", {}, details, frameTable(rows, view)))));
    if (frame.suspends.length) root.append(section("Live at each suspend", liveMatrix(frame, rows, view)));
  }
  if (ways.length) root.append(section("Suspend graph", suspendGraph(frame, ways, frame.more, (k) => codes.reveal(frame.suspends[k]))));
  root.append(section("Source and IR", codes.root));
  const made = creations.filter((x) => x.callee === c.fn), makes = creations.filter((x) => x.caller === c.fn);
  if (made.length) root.append(section("Where it is created", createdTable(made, ["caller", "where", "reason"], (x) => byFunction.get(x.caller))));
  if (makes.length) root.append(section("What it creates", createdTable(makes, ["callee", "where", "size", "reason"], (x) => byFunction.get(x.callee))));
  view.show("");
  view.mark(root);
  return { title: c.name, root };
}

function createdTable(list, keys, of) {
  const el = short(list.slice(0, 200), creationColumns().filter((col) => keys.includes(col.key)), (x) => (of(x) ? coroutineLink(of(x)) : ""));
  return list.length > 200 ? h("div", {}, el, h("p.faint", {}, count(list.length - 200, "place") + " more")) : el;
}

// codeSizes gives the instructions of each function that the coroutine became.
function codeSizes(frame) {
  const list = frame.code || [], most = 8;
  if (!list.length) return "";
  const part = (p) => `${num(p.instructions)} in ${/^\d/.test(p.part) ? "continuation " : ""}${p.part === "ramp" ? "the ramp" : p.part}`;
  const rest = list.slice(most).reduce((n, p) => n + p.instructions, 0);
  return h("p.faint.code-sizes", {}, "Instructions of IR after the pipeline: ", list.slice(0, most).map(part).join(", "), rest ? `, ${num(rest)} in ${num(list.length - most)} more` : "", ".");
}

// sizesTold says how large the frame is in each unit, where that is not the same.
function sizesTold(frame) {
  if (!frame.frames || new Set(frame.frames).size < 2) return "";
  const by = new Map();
  frame.frames.forEach((size, k) => by.set(size, [...(by.get(size) || []), units[frame.units[k]]]));
  return h("p.warn", {}, "The frame differs between units: ", [...by].sort((a, b) => b[0] - a[0]).slice(0, 6).map(([size, list], k) => [k ? "; " : "", `${bytes(size)} in ${list[0] ? list[0].file : "?"}`, list.length > 1 ? ` and ${num(list.length - 1)} more` : ""]), ".");
}

// fixes are what would make the frame smaller, the most first.
function fixes(rows, view) {
  const list = rows.top.flatMap((n) => [n.row.fix, n.row.order].filter((fix) => fix).map((fix) => ({ id: n.id, fix }))).sort((a, b) => b.fix.saves - a.fix.saves);
  if (!list.length) return "";
  return h("ul.fixes", { "aria-label": "What would make the frame smaller" }, list.slice(0, 5).map((n) => h("li", {}, h("button", { type: "button", onclick: () => view.select(n.id) }, `saves ${num(n.fix.saves)}`), " ", n.fix.hint)));
}

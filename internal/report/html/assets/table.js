// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tables that are sorted, searched and leafed through. A page of a table has at most pageSize rows, so that the document stays small however many
// there are. What is sorted by, searched for and shown is in the address.

const pageSize = 100;

// table draws one. spec: view and rest (of the address), label, rows, columns, text (what a row is searched by), filters (name and test, the first
// is all rows), link (of a row), empty (what is said where there is nothing).
// A column: key, label, num (numbers: largest first), value (sorted by), cell (drawn; default the value), wide or mid (how much room it takes).
function table(spec) {
  const query = place().query;
  const state = { q: query.get("q") || "", sort: query.get("sort") || "", page: Math.max(0, (parseInt(query.get("page"), 10) || 1) - 1), filter: query.get("show") || "" };
  let haystack = null; // texts of the rows, made when something is searched for

  const search = h("input.search", { type: "search", placeholder: "Search", "aria-label": "Search " + spec.label, value: state.q, spellcheck: "false",
    autocomplete: "off", oninput: () => { state.q = search.value; state.page = 0; draw(); } });
  const picked = h("select.sortby", { "aria-label": "Sort by", onchange: () => { state.sort = picked.value; state.page = 0; draw(); } });
  const chips = h("div.chips", { role: "group", "aria-label": "Show" });
  const head = h("tr", { role: "row" });
  const body = h("tbody", { role: "rowgroup", onkeydown: (e) => arrows(e, stops()) });
  const foot = h("div.pages");
  const grid = h("table.list", { role: "table", "aria-label": spec.label }, h("thead", { role: "rowgroup" }, head), body);
  const root = h("section.listing", {}, h("div.tools", {}, search, chips, picked), h("div.scroll", {}, grid), foot);

  // order is the column that is sorted by, and whether downwards; none is the report's own order.
  function order() {
    const col = spec.columns.find((c) => c.key === state.sort.replace(/^-/, ""));
    return { col, down: state.sort.startsWith("-") };
  }

  function found() {
    let rows = spec.rows;
    const filter = (spec.filters || []).find((f) => f.key === state.filter);
    if (filter && filter.test) rows = rows.filter(filter.test);
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) {
      haystack ||= new Map(spec.rows.map((r) => [r, spec.text(r).toLowerCase()]));
      rows = rows.filter((r) => { const t = haystack.get(r); return words.every((w) => t.includes(w)); });
    }
    const { col, down } = order();
    if (col) {
      const sign = down ? -1 : 1;
      rows = rows.map((r) => [col.value(r), r]).sort(([a, p], [b, q]) => sign * (a < b ? -1 : a > b ? 1 : 0) || p.n - q.n).map(([, r]) => r);
    }
    return rows;
  }

  function sortBy(col) {
    const first = col.num ? "-" + col.key : col.key, second = col.num ? col.key : "-" + col.key;
    state.sort = state.sort === first ? second : state.sort === second ? "" : first;
    state.page = 0;
    draw();
    head.querySelector(`[data-key="${col.key}"]`).focus();
  }

  function heading(col) {
    const { col: by, down } = order();
    const on = by === col;
    return h("th" + columnClass(col), { scope: "col", role: "columnheader", "aria-sort": on ? (down ? "descending" : "ascending") : "none" },
      h("button", { type: "button", "data-key": col.key, onclick: () => sortBy(col) }, col.label, h("span.arrow", { "aria-hidden": "true" }, on ? (down ? "\u2193" : "\u2191") : "")));
  }

  // stops are what the arrow keys go to: a row's link, or the row.
  const stops = () => [...body.children].map((tr) => tr.querySelector("a.row") || tr);

  function leaf(rows) {
    const pages = Math.max(1, Math.ceil(rows.length / pageSize));
    state.page = Math.min(state.page, pages - 1);
    const from = state.page * pageSize, to = Math.min(rows.length, from + pageSize);
    const step = (label, page, ok) => h("button", { type: "button", disabled: !ok, onclick: () => {
      state.page = page;
      draw();
      root.scrollIntoView({ block: "start" });
      const list = stops();
      if (list[0]) list[0].focus({ preventScroll: true });
    } }, label);
    const some = rows.length === spec.rows.length ? "" : " of " + num(spec.rows.length);
    const told = rows.length === 0 ? "None" + some : pages === 1 ? num(rows.length) + (some || " in all") : `${num(from + 1)}\u2013${num(to)} of ${num(rows.length)}` + (some && ", found" + some);
    foot.replaceChildren(h("span.told", {}, told));
    if (pages > 1) {
      foot.append(step("First", 0, state.page > 0), step("Previous", state.page - 1, state.page > 0), step("Next", state.page + 1, state.page < pages - 1),
        step("Last", pages - 1, state.page < pages - 1));
    }
    say(spec.label + ": " + told);
    return rows.slice(from, to);
  }

  function draw() {
    const rows = leaf(found());
    head.replaceChildren(...spec.columns.map(heading));
    body.replaceChildren(...rows.map((row) => tableRow(spec, row)));
    if (!rows.length) {
      body.append(h("tr", { role: "row" }, h("td.nothing", { role: "cell", colspan: spec.columns.length }, spec.rows.length ? "No row has all of these words." : spec.empty)));
    }
    const list = stops();
    roving(list, list[0]);
    chips.replaceChildren(...(spec.filters || []).map((f) => h("button.chip", { type: "button", "aria-pressed": String(f.key === state.filter), onclick: () => {
      state.filter = f.key;
      state.page = 0;
      draw();
      [...chips.children].find((b) => b.getAttribute("aria-pressed") === "true").focus();
    } }, f.label, h("span.faint", {}, " " + num(f.test ? spec.rows.filter(f.test).length : spec.rows.length)))));
    picked.replaceChildren(h("option", { value: "" }, "In the report's order"), ...spec.columns.map((c) => h("option", { value: c.num ? "-" + c.key : c.key }, "By " + c.label.toLowerCase())));
    picked.value = state.sort;
    setPlace(link(spec.view, spec.rest, { q: state.q, show: state.filter, sort: state.sort, page: state.page ? state.page + 1 : "" }));
  }
  draw();
  return root;
}

// tableRow draws a row; its first cell is a link to what it is about.
function tableRow(spec, row) {
  const to = spec.link && spec.link(row);
  const cells = spec.columns.map((col, k) => {
    let inner = col.cell ? col.cell(row) : col.num ? num(col.value(row)) : col.value(row);
    if (k === 0 && to) inner = h("a.row", { href: to }, inner);
    return h((k === 0 ? "th" : "td") + columnClass(col), { role: k === 0 ? "rowheader" : "cell", scope: k === 0 ? "row" : null, "data-label": col.label }, inner);
  });
  const tr = h("tr", { role: "row" }, cells);
  if (!to) tr.tabIndex = -1;
  return tr;
}

const columnClass = (col) => (col.num ? ".num" : "") + (col.wide ? ".wide" : col.mid ? ".mid" : "");

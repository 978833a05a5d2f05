// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is live at each suspend: a matrix of the frame's rows and the suspends, of which so many at a time are shown that it stays readable.

const suspendsShown = 32, liveRowsShown = 80;

function liveMatrix(frame, rows, view) {
  const root = h("div.live", {});
  const kept = rows.top.filter((n) => n.row.row !== undefined);
  let from = 0, first = 0;

  function draw() {
    const to = Math.min(frame.suspends.length, from + suspendsShown), last = Math.min(kept.length, first + liveRowsShown);
    const some = frame.suspends.slice(from, to);
    const head = h("tr", {}, h("th", { scope: "col" }, "Row"), h("th.num", { scope: "col" }, "Bytes"),
      some.map((sp, k) => h("th.sp", { scope: "col", title: sp.label }, h("span", {}, sp.source ? `${from + k}: line ${sp.source.line}` : `${from + k}${sp.line ? ": IR " + sp.line : ""}`, sp.final ? " final" : ""))));
    const body = kept.slice(first, last).map((n) => {
      const live = new Set(n.row.live_over || []);
      return h("tr", { "data-row": n.id, onclick: () => view.select(n.id), onpointerenter: () => view.show(n.id), onpointerleave: () => view.show("") },
        h("th", { scope: "row" }, code(n.row.label)), h("td.num", {}, num(n.row.size)),
        some.map((_, k) => live.has(from + k) ? h("td.yes", {}, h("span.dot." + n.row.kind, { role: "img", "aria-label": "live" })) : h("td.no", { "aria-label": "not live" })));
    });
    const sums = h("tr.sums", {}, h("th", { scope: "row" }, "Bytes needed"), h("td.num", {}, num(frame.frame_size)), some.map((sp) => h("td.sum", {}, num(sp.bytes))));
    root.replaceChildren(h("div.scroll", {}, h("table.matrix", { "aria-label": "What is live at each suspend" }, h("thead", {}, head), h("tbody", {}, body), h("tfoot", {}, sums))));
    leaf("Suspends", from, to, frame.suspends.length, suspendsShown, (n) => { from = n; draw(); });
    leaf("Rows", first, last, kept.length, liveRowsShown, (n) => { first = n; draw(); });
    view.mark(root);
  }

  function leaf(what, at, to, all, by, go) {
    if (all <= by) return;
    root.append(h("div.pages", {}, h("span.told", {}, `${what} ${num(at)}\u2013${num(to - 1)} of ${num(all)}`),
      h("button", { type: "button", disabled: at === 0, onclick: () => go(Math.max(0, at - by)) }, "Previous " + what.toLowerCase()),
      h("button", { type: "button", disabled: to === all, onclick: () => go(at + by) }, "Next " + what.toLowerCase())));
  }
  draw();
  return root;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What every part of the page uses: the report's data, elements, numbers and names as they are shown, and places in the page's address.

// Data. The index is parsed now, the entries when they are wanted.
const index = JSON.parse(document.getElementById("index").textContent);
const text = (n) => index.texts[n];

const coroutines = index.coroutines.map((r, n) => ({
  n, fn: text(r[0]), name: text(r[1]), file: text(r[2]), line: r[3], size: r[4], align: r[5], padding: r[6], suspends: r[7], units: r[8], hits: r[9],
  detail: r[10], ir: r[11], clang: r[12], saves: r[13], inside: r[14], code: r[15], id: "", missed: 0, elided: 0,
}));
const creations = index.creations.map((r, n) => ({
  n, callee: text(r[0]), caller: text(r[1]), calleeName: text(r[2]), callerName: text(r[3]), file: text(r[4]), line: r[5], elided: r[6] === 1,
  annotated: r[7] === 1, size: r[8], hits: r[9], units: r[10], kind: text(r[11]), reason: text(r[12]), at: text(r[13]), path: text(r[14]), hint: text(r[15]),
  alone: text(r[16]), noFix: text(r[17]), growth: text(r[18]), clang: r[19],
}));
const findings = index.findings.map((r, n) => ({
  n, level: text(r[0]), rule: text(r[1]), message: text(r[2]), hint: text(r[3]), file: text(r[4]), line: r[5], units: r[6],
}));
const units = index.units.map((r, n) => ({ n, file: text(r[0]), failed: text(r[1]), pipeline: text(r[2]) }));

// A coroutine's id in the address is its function's name, so that it holds in the next report too; of several of a name the later have a number.
const byID = new Map();
const byFunction = new Map();
for (const c of coroutines) {
  c.id = c.fn;
  for (let k = 2; byID.has(c.id); k++) c.id = c.fn + "~" + k;
  byID.set(c.id, c);
  if (!byFunction.has(c.fn)) byFunction.set(c.fn, c);
}
for (const c of creations) {
  const of = byFunction.get(c.callee);
  if (of) of[c.elided ? "elided" : "missed"]++;
}

// The chunk that was opened last: coroutines that are looked at one after the other mostly share one.
const opened = { chunk: -1, entries: [] };

// entry gives an entry's value, null for one that was left out.
async function entry(n) {
  if (n < 0) return null;
  let lo = 0;
  for (let hi = index.chunks.length; hi - lo > 1;) {
    const mid = (lo + hi) >> 1;
    if (index.chunks[mid] <= n) lo = mid; else hi = mid;
  }
  if (opened.chunk !== lo) {
    const packed = Uint8Array.from(atob(document.getElementById("chunk" + lo).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    opened.entries = (await new Response(stream).text()).split("\n");
    opened.chunk = lo;
  }
  return JSON.parse(opened.entries[n - index.chunks[lo]]);
}

// Elements. All text comes in as text nodes, through clean; nothing here, and nothing elsewhere, parses markup.
const svgNS = "http://www.w3.org/2000/svg";

function make(el, attrs, kids) {
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === undefined || v === null || v === false) continue;
    if (k === "style") {
      for (const [p, x] of Object.entries(v)) el.style.setProperty(p, x);
    } else if (k.startsWith("on")) {
      el.addEventListener(k.slice(2), v);
    } else {
      el.setAttribute(k, v === true ? "" : clean(String(v)));
    }
  }
  add(el, kids);
  return el;
}

function add(el, kids) {
  for (const kid of kids) {
    if (Array.isArray(kid)) add(el, kid);
    else if (kid instanceof Node) el.append(kid);
    else if (kid !== undefined && kid !== null && kid !== false && kid !== "") el.append(clean(String(kid)));
  }
}

// h makes an element of HTML, s one of SVG: a name with classes behind dots, attributes, what is in it.
function h(name, attrs, ...kids) { return classed(document.createElement(name.split(".")[0]), name, attrs, kids); }
function s(name, attrs, ...kids) { return classed(document.createElementNS(svgNS, name.split(".")[0]), name, attrs, kids); }

function classed(el, name, attrs, kids) {
  const classes = name.split(".").slice(1);
  if (classes.length) el.setAttribute("class", classes.join(" "));
  return make(el, attrs, kids);
}

// clean makes seen what would not be: controls, and what turns the direction of the text behind it.
function clean(t) {
  return t.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => "\\u{" + c.charCodeAt(0).toString(16) + "}");
}

// Numbers and words.
const grouped = new Intl.NumberFormat("en-GB");
const num = (n) => grouped.format(n);
const count = (n, one, many) => num(n) + " " + (n === 1 ? one : many || one + "s");
const bytes = (n) => count(n, "byte");

function percent(part, whole) {
  if (!whole || !part) return "0 %";
  const p = (100 * part) / whole;
  return (p < 1 ? "< 1" : Math.round(p)) + " %";
}

// base is the part of a path behind the last slash.
const base = (path) => path.slice(path.lastIndexOf("/") + 1);

function where(file, line, full) {
  if (!file) return h("span.faint", {}, "unknown");
  return h("span.where", { title: file + (line ? ":" + line : "") }, full ? file : base(file), line ? ":" + line : "");
}

// code shows a name of a program, which may break behind what parts it.
function code(t, full = t) {
  const el = h("code", { title: full.length > 60 || full !== t ? full : null });
  for (const part of clean(t).split(/(?<=::|[,<(/_])/)) el.append(part, document.createElement("wbr"));
  return el;
}

// say tells a screen reader what happened.
function say(t) { document.getElementById("say").textContent = clean(t); }

// Places: #/view/rest?key=value.
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const at = path.indexOf("/");
  let rest = "";
  try { rest = decodeURIComponent(at < 0 ? "" : path.slice(at + 1)); } catch { rest = ""; }
  return { view: at < 0 ? path : path.slice(0, at), rest, query: new URLSearchParams(query || "") };
}

function link(view, rest, query) {
  const q = new URLSearchParams(Object.entries(query || {}).filter(([, v]) => v !== "" && v !== undefined && v !== null)).toString();
  return "#/" + view + (rest ? "/" + encodeURIComponent(rest) : "") + (q ? "?" + q : "");
}

// setPlace changes the address without a step back in the browser's history, and without drawing the page anew. A browser that has enough of changes
// (some bound them, while somebody types) refuses; then the next takes the address along.
function setPlace(to) {
  try {
    if (to !== location.hash) history.replaceState(null, "", to);
  } catch { /* the page is right nevertheless */ }
}

const coroutineLink = (c, query) => link("coroutine", c.id, query);

// arrows moves the focus among elements of which Tab reaches one: up and down, to the ends, and by tens; sideways too if they stand in a row. Enter and
// the space bar choose, where choose is given.
function arrows(e, elements, sideways, choose) {
  const list = [...elements], at = list.findIndex((el) => el.contains(document.activeElement));
  if (at < 0 || e.altKey || e.ctrlKey || e.metaKey) return;
  const last = list.length - 1;
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: Math.min(at + 10, last), PageUp: Math.max(at - 10, 0) };
  if (sideways) Object.assign(moves, { ArrowRight: at + 1, ArrowLeft: at - 1 });
  if (choose && (e.key === "Enter" || e.key === " ")) {
    e.preventDefault();
    choose(list[at]);
  } else if (e.key in moves) {
    e.preventDefault();
    const to = list[moves[e.key]];
    if (!to) return;
    roving(list, to);
    to.focus();
  }
}

// roving lets one element of several be reached by Tab and the others by keys; current names the one.
function roving(list, current) {
  for (const el of list) el.tabIndex = el === current ? 0 : -1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The playground's page. The program runs in a worker, so that typing never waits for it; only the answer to the latest request is shown.
"use strict";
const by = (id) => document.getElementById(id);
const examples = JSON.parse(by("examples").textContent);
const tabs = [...document.querySelectorAll("[data-do]")];
let todo = "lower", busy = false, again = false, steps = [], output = "", at = 0; // at: the number of the pass at the slider

// The worker gets the program's parts while the page still loads, and compiles what it has. Each request waits until the program runs.
const inWorker = `
  let parts;
  const packed = new ReadableStream({ start(c) { parts = c; } });
  const go = new Go();
  const running = WebAssembly.instantiateStreaming(new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } }),
    go.importObject).then((program) => { go.run(program.instance); }); // until it waits for requests
  onmessage = async (e) => {
    if (e.data.part !== undefined) {
      e.data.part === "" ? parts.close() : parts.enqueue(Uint8Array.fromBase64(e.data.part));
      return;
    }
    await running;
    const began = performance.now();
    postMessage({ answer: corolower(JSON.stringify(e.data)), took: performance.now() - began, early: e.data.early, step: e.data.step });
    collect();
  };`;
const worker = new Worker(URL.createObjectURL(new Blob([by("runtime").textContent, inWorker], { type: "text/javascript" })));
worker.onmessage = ({ data }) => {
  busy = false;
  if (again) {
    ask(); // instead of showing an answer to an earlier request
    return;
  }
  if (!data.early) show(JSON.parse(data.answer), data);
  if (early.length > 0) send(early.shift());
};

// early are requests of every kind whose answers nobody sees. The browser compiles a function when it first runs, so each tab's first answer would take longer.
const early = tabs.map((t) => ({ early: true, do: t.dataset.do, text: examples.find((e) => e.name === (t.dataset.do === "ptx" ? "gpu_generator" : "tasks")).text }));

function send(request) {
  busy = true;
  worker.postMessage(request);
}

// part is called by each part of the program, behind this script. The last one is empty.
function part(base64) {
  worker.postMessage({ part: base64 });
}

// ask asks for what the selected tab shows, or for the pass at the slider.
function ask() {
  by("state").textContent = "working";
  again = busy;
  if (!busy) send({ do: at ? "step" : todo, step: at, text: by("input").value, passes: by("passes").value.trim() });
}

// anew asks without the slider, which belongs to an earlier input or tab.
function anew() {
  at = 0;
  ask();
}

function item(f) {
  const li = document.createElement("li");
  li.className = f.level;
  li.tabIndex = 0;
  li.textContent = (f.line ? f.line + ":" + f.column + " " : "") + f.level + ": " + f.message + (f.hint ? "\nhint: " + f.hint : "");
  const lead = () => f.line && (mark(f.line), linkInput());
  li.onclick = lead;
  li.onkeydown = (e) => e.key === "Enter" && (e.preventDefault(), lead()); // or the key would go on to the input
  return li;
}

// mark selects a line of the input.
function mark(line) {
  const input = by("input"), lines = input.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
  input.focus();
  input.setSelectionRange(from, from + (lines[line - 1] || "").length);
  input.scrollTop = (line - 5) * parseFloat(getComputedStyle(input).lineHeight);
}

// rows fills a list with lines. Lines with the same key belong together.
function rows(list, lines, keys) {
  by(list).replaceChildren(...lines.map((l, k) => {
    const row = document.createElement("span");
    row.className = "line";
    row.textContent = l;
    if (keys[k]) row.dataset.key = keys[k];
    return row;
  }));
}

function text(s, before) {
  const lines = s.split("\n"), had = new Set(before === undefined ? lines : before.split("\n"));
  rows("output", lines, keysOf(lines));
  lines.forEach((l, k) => by("output").children[k].classList.toggle("marked", !had.has(l)));
  link(linked, "");
}

// keysOf returns what each line of IR has in common with lines of other texts: the source line of its debug location, or the name that it defines in its
// coroutine. Parts of a coroutine count as the coroutine, and copies of a value in its frame as the value. Numbered values have no key: each text counts anew.
function keysOf(lines) {
  const nodes = new Map();
  for (const l of lines) {
    const m = /^!(\d+) = (?:distinct )?!(DI(?:Location|Subprogram|LexicalBlock|LexicalBlockFile|File))\((.*)\)$/.exec(l);
    if (m) nodes.set(m[1], { kind: m[2], body: m[3] });
  }
  const field = (n, name) => (new RegExp("\\b" + name + ': (?:!?(\\d+)|"([^"]*)")').exec(n.body) || []).slice(1).find((v) => v !== undefined);
  const fileOf = (n) => {
    for (let k = 0; n && n.kind !== "DIFile" && k < 100; k++) n = nodes.get(field(n, "file") || field(n, "scope"));
    return n && n.kind === "DIFile" ? field(n, "filename") : undefined;
  };
  const places = new Map();
  for (const [id, n] of nodes) {
    const file = n.kind === "DILocation" || n.kind === "DISubprogram" ? fileOf(n) : undefined;
    if (file && +field(n, "line")) places.set(id, file + ":" + field(n, "line"));
  }
  let fn = "";
  return lines.map((l) => {
    const define = /^define .*?(@[\w.$-]+|@"[^"]*")\(/.exec(l);
    if (define) fn = define[1].replace(/(\.(resume|destroy|cleanup|noalloc))(\.\d+)?("?)$/, "$4");
    const at = /!dbg !(\d+)/.exec(l) || /^ *#dbg_\w+\(.*!(\d+)\)$/.exec(l) || /^!(\d+) =/.exec(l);
    if (at && places.has(at[1])) return places.get(at[1]);
    const name = /^ +(%[\w.$-]+|%"[^"]*") = /.exec(l) || /^([\w.$-]+):/.exec(l);
    if (define) return fn;
    return name && !/^%?\d+$/.test(name[1]) ? fn + " " + name[1].replace(/\.(reload|spill)(\.addr)?\d*$/, "") : null;
  });
}

const isPlace = (key) => key !== undefined && /^[^@ ].*:\d+$/.test(key);

// link marks the lines that have a key in all lists, and scrolls to the first, but not in the list where the key comes from. A new output alone scrolls.
let linked;
function link(key, from) {
  linked = key;
  for (const [list, box] of [["numbers", "input"], ["output", "output"], ["source", "source"]]) {
    const on = [...by(list).children].filter((row) => row.classList.toggle("linked", key !== undefined && row.dataset.key === key));
    if (on.length > 0 && (from ? list !== from : list === "output")) by(box).scrollTop = on[0].offsetTop - by(box).clientHeight / 3;
  }
  by("place").textContent = "Source " + (isPlace(key) ? key : "");
}

function linkInput() {
  const line = by("input").value.slice(0, by("input").selectionStart).split("\n").length - 1;
  link(by("numbers").children[line].dataset.key, "numbers");
}

// go makes a line of a list the current one.
function go(list, row) {
  if (!row) return;
  for (const was of by(list).querySelectorAll(".current")) was.classList.remove("current");
  row.classList.add("current");
  row.scrollIntoView({ block: "nearest" });
  link(row.dataset.key, list);
}

// keys lets the arrow keys walk a list, and Enter lead to the input.
function keys(list) {
  by(list).onclick = (e) => go(list, e.target.closest(".line"));
  by(list).onkeydown = (e) => {
    const now = by(list).querySelector(".current"), next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[e.key];
    if (next || e.key === "Enter") e.preventDefault();
    if (next) {
      go(list, now ? now[next] : by(list).firstElementChild);
    } else if (e.key === "Enter" && now && now.dataset.key) {
      const line = [...by("numbers").children].findIndex((row) => row.dataset.key === now.dataset.key);
      if (line >= 0) mark(line + 1);
    }
  };
}

// sources shows the source: that of the example, or of a file whose debug info has the text, or else the places that IR has.
function sources(text, places) {
  const sum = (t) => (/filename: .*checksum: "\w+"/.exec(t) || [t])[0];
  const example = examples.find((e) => e.source && text.includes(sum(e.text)));
  const embedded = /!DIFile\(filename: "([^"]*)".*source: "([^"]*)"/.exec(text);
  const plain = (s) => new TextDecoder().decode(Uint8Array.from(s.replace(/\\([0-9A-F]{2})/g, (_, x) => String.fromCharCode(parseInt(x, 16))), (c) => c.charCodeAt(0)));
  const of = example ? [example.name + ".cpp", example.source] : embedded ? [embedded[1], plain(embedded[2])] : null;
  const lines = of ? of[1].split("\n") : [...new Set(places)];
  rows("source", of ? lines.map((l, k) => String(k + 1).padStart(4) + "  " + l) : lines, of ? lines.map((_, k) => of[0] + ":" + (k + 1)) : lines);
  const box = by("source").parentElement, was = box.hidden;
  box.hidden = places.length === 0;
  if (was && !box.hidden) box.open = innerWidth > 700;
}

// step follows the slider, which goes from the input over the passes to the output.
function step() {
  const n = +by("step").value, pass = steps[n - 1];
  by("pass").textContent = (pass ? "after " + pass.pass : n ? "output" : "input") + ` (${n} of ${steps.length + 1})`;
  at = pass ? pass.number : 0;
  if (pass) ask();
  else text(n ? output : by("input").value);
}

function show(a, { took, step: of }) {
  by("state").textContent = Math.round(took) + " ms";
  if (of !== at) return; // the slider has gone on to the input or the output
  by("findings").replaceChildren(...a.findings.map(item));
  by("remarks").replaceChildren(...(a.remarks || []).map(item));
  const page = todo === "report" && a.text !== "";
  by("page").hidden = !page;
  by("output").hidden = page;
  by("steps").hidden = !a.steps && !at;
  if (page) {
    by("page").srcdoc = a.text;
  } else if (a.steps) {
    steps = a.steps;
    output = a.text;
    by("step").max = by("step").value = steps.length + 1;
    step();
  } else {
    text(a.text, a.before);
  }
}

function select(tab) {
  todo = tab.dataset.do;
  for (const t of tabs) {
    t.setAttribute("aria-selected", t === tab);
    t.tabIndex = t === tab ? 0 : -1;
  }
  anew();
}

// refresh follows a change of the input.
function refresh() {
  const lines = by("input").value.split("\n"), keys = keysOf(lines);
  rows("numbers", lines.map((_, k) => k + 1), keys);
  scrolled();
  sources(by("input").value, keys.filter(isPlace));
}

function changed() {
  refresh();
  anew();
}

function scrolled() {
  by("numbers").style.transform = `translateY(${-by("input").scrollTop}px)`;
}

// The link's fragment has the compressed input, so that no server sees it.
async function share() {
  const stream = new Blob([JSON.stringify({ text: by("input").value, passes: by("passes").value, do: todo })]).stream();
  const packed = new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  location.hash = packed.toBase64({ alphabet: "base64url", omitPadding: true });
  by("state").textContent = "the address has the input";
}

async function shared() {
  const packed = Uint8Array.fromBase64(location.hash.slice(1), { alphabet: "base64url" });
  return JSON.parse(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
}

async function load() {
  by("example").replaceChildren(...examples.map((e, k) => new Option(e.name, k)));
  let first = { text: examples[0].text, passes: "", do: "lower" };
  if (location.hash.length > 1) {
    try {
      first = await shared();
    } catch (e) {
      by("state").textContent = "the link has no input";
    }
  }
  by("input").value = first.text;
  by("passes").value = first.passes;
  refresh();
  select(tabs.find((t) => t.dataset.do === first.do) || tabs[0]);
}

by("example").onchange = (e) => { by("input").value = examples[e.target.value].text; changed(); };
by("input").oninput = changed;
by("input").onscroll = scrolled;
by("input").onclick = linkInput;
by("input").onkeyup = (e) => /^(Arrow|Page|Home|End)/.test(e.key) && linkInput();
keys("output");
keys("source");
by("passes").onchange = anew;
by("step").oninput = step;
by("share").onclick = share;
for (const t of tabs) {
  t.onclick = () => select(t);
  t.onkeydown = (e) => {
    const n = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (n) {
      const next = tabs[(tabs.indexOf(t) + n + tabs.length) % tabs.length];
      next.focus();
      select(next);
    }
  };
}
load();

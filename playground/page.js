// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The playground's page. The program runs in a worker, so that typing never waits for it; only the answer to the latest request is shown.
"use strict";
const by = (id) => document.getElementById(id);
const examples = JSON.parse(by("examples").textContent);
const tabs = [...document.querySelectorAll("[data-do]")];
let todo = "lower", worker, busy = false, again = false, answer = null;

function unpack(id) {
  const packed = Uint8Array.from(atob(by(id).textContent), (c) => c.charCodeAt(0));
  return new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
}

const inWorker = `
  onmessage = async (e) => {
    if (e.data.wasm) {
      const go = new Go();
      self.ready = () => postMessage(null);
      const { instance } = await WebAssembly.instantiate(e.data.wasm, go.importObject);
      go.run(instance);
    } else {
      const began = performance.now();
      postMessage({ answer: corolower(JSON.stringify(e.data)), took: performance.now() - began });
    }
  };`;

async function start() {
  const [runtime, wasm] = await Promise.all([new Response(unpack("runtime")).text(), new Response(unpack("wasm")).arrayBuffer()]);
  worker = new Worker(URL.createObjectURL(new Blob([runtime, inWorker], { type: "text/javascript" })));
  worker.onmessage = (e) => {
    if (e.data) show(JSON.parse(e.data.answer), e.data.took);
    busy = false;
    if (again || !e.data) ask();
  };
  worker.postMessage({ wasm }, [wasm]);
  busy = true;
}

function ask() {
  if (!worker || busy) {
    again = true;
    return;
  }
  again = false;
  busy = true;
  by("state").textContent = "working";
  worker.postMessage({ do: todo, text: by("input").value, passes: by("passes").value.trim() });
}

function item(f) {
  const li = document.createElement("li");
  li.className = f.level;
  li.tabIndex = 0;
  li.textContent = (f.line ? f.line + ":" + f.column + " " : "") + f.level + ": " + f.message + (f.hint ? "\nhint: " + f.hint : "");
  const go = () => f.line && mark(f.line);
  li.onclick = go;
  li.onkeydown = (e) => e.key === "Enter" && go();
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

function text(s, before) {
  const out = by("output"), had = before === undefined ? null : new Set(before.split("\n"));
  out.replaceChildren(...s.split("\n").map((l) => {
    const span = document.createElement("span");
    span.className = had && !had.has(l) ? "line marked" : "line";
    span.textContent = l + "\n";
    return span;
  }));
}

function step() {
  const n = +by("step").value, steps = answer.steps;
  by("pass").textContent = n === steps.length ? "output" : (steps[n].pass ? "after " + steps[n].pass : "input") + ` (${n} of ${steps.length})`;
  text(n === steps.length ? answer.text : steps[n].text, n > 0 ? steps[n - 1].text : undefined);
}

function show(a, took) {
  answer = a;
  by("state").textContent = Math.round(took) + " ms";
  by("findings").replaceChildren(...a.findings.map(item));
  by("remarks").replaceChildren(...(a.remarks || []).map(item));
  const page = todo === "report" && a.text !== "";
  by("page").hidden = !page;
  by("output").hidden = page;
  by("steps").hidden = !a.steps;
  if (page) {
    by("page").srcdoc = a.text;
  } else if (a.steps) {
    by("step").max = a.steps.length;
    by("step").value = a.steps.length;
    step();
  } else {
    text(a.text);
  }
}

function select(tab) {
  todo = tab.dataset.do;
  for (const t of tabs) {
    t.setAttribute("aria-selected", t === tab);
    t.tabIndex = t === tab ? 0 : -1;
  }
  ask();
}

function numbers() {
  by("numbers").textContent = by("input").value.split("\n").map((_, k) => k + 1).join("\n");
  by("numbers").scrollTop = by("input").scrollTop;
}

// The link's fragment has the compressed input, so that no server sees it.
async function share() {
  const stream = new Blob([JSON.stringify({ text: by("input").value, passes: by("passes").value, do: todo })]).stream();
  const packed = new Uint8Array(await new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  location.hash = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  by("state").textContent = "the address has the input";
}

async function shared() {
  const packed = Uint8Array.from(atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
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
  numbers();
  select(tabs.find((t) => t.dataset.do === first.do) || tabs[0]);
  await start();
}

by("example").onchange = (e) => { by("input").value = examples[e.target.value].text; numbers(); ask(); };
by("input").oninput = () => { numbers(); ask(); };
by("input").onscroll = () => { by("numbers").scrollTop = by("input").scrollTop; };
by("passes").onchange = ask;
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

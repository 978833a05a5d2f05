// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The map of bytes: folders, files and coroutines as areas. A folder shows what is in it where there is room; the smallest of many are one area, and
// there is a bound to all, so that the number of elements is.

const mapShown = 120; // areas of one folder or file
const mapAreas = 600; // of the whole map

// mapTree has all bytes: a node has name, path (its place in the address), bytes, missed, kids (of a coroutine: none), c (the coroutine).
let mapTreeMade = null;

function mapTree() {
  if (mapTreeMade) return mapTreeMade;
  const top = { name: "all", path: "", bytes: 0, missed: 0, kids: new Map() };
  for (const c of coroutines) {
    const parts = c.file ? c.file.split("/").filter((p, k) => p !== "" && p !== "." || k === 0 && p === "") : ["(no file)"];
    let at = top;
    at.bytes += c.size;
    at.missed += c.missed;
    for (const p of parts) {
      const name = p || "/";
      let next = at.kids.get(name);
      if (!next) {
        next = { name, path: at.path ? at.path + "/" + name : name, bytes: 0, missed: 0, kids: new Map(), up: at };
        at.kids.set(name, next);
      }
      at = next;
      at.bytes += c.size;
      at.missed += c.missed;
    }
    at.kids.set("\u0000" + c.n, { name: c.name, path: "", bytes: c.size, missed: c.missed, c, up: at });
  }
  squash(top);
  mapTreeMade = top;
  return top;
}

// squash makes one node of folders that have nothing but one folder, and lists of the maps, the largest first.
function squash(node) {
  if (!node.kids) return;
  let kids = [...node.kids.values()];
  while (kids.length === 1 && kids[0].kids && node.up) {
    node.name += (node.name === "/" ? "" : "/") + kids[0].name;
    node.path = kids[0].path;
    kids = [...kids[0].kids.values()];
  }
  node.list = kids.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  for (const k of kids) {
    k.up = node;
    squash(k);
  }
}

// findNode gives the node of a path, the nearest above where there is none.
function findNode(path) {
  let at = mapTree();
  for (;;) {
    const next = (at.list || []).find((k) => k.kids && (path === k.path || path.startsWith(k.path + "/")));
    if (!next) return at;
    at = next;
  }
}

// squarify places areas in a box so that they are about square (Bruls, Huizing and van Wijk). list has bytes, the largest first.
function squarify(list, x, y, w, hgt) {
  const out = [];
  let total = list.reduce((n, k) => n + k.bytes, 0);
  let at = 0;
  while (at < list.length && total > 0 && w > 0.5 && hgt > 0.5) {
    const side = Math.min(w, hgt), scale = (w * hgt) / total;
    let sum = 0, end = at, worst = Infinity;
    while (end < list.length) {
      const next = sum + list[end].bytes * scale;
      const ratio = Math.max((side * side * list[at].bytes * scale) / (next * next), (next * next) / (side * side * Math.max(list[end].bytes * scale, 1e-9)));
      if (ratio > worst) break;
      worst = ratio;
      sum = next;
      end++;
    }
    const depth = sum / side;
    let pos = 0;
    for (; at < end; at++) {
      const len = (list[at].bytes * scale) / depth;
      out.push(w >= hgt ? { node: list[at], x, y: y + pos, w: depth, h: len } : { node: list[at], x: x + pos, y, w: len, h: depth });
      pos += len;
      total -= list[at].bytes;
    }
    if (w >= hgt) { x += depth; w -= depth; } else { y += depth; hgt -= depth; }
  }
  return out;
}

// shownKids are a node's largest, and one that stands for the others.
function shownKids(node) {
  const list = node.list.filter((k) => k.bytes > 0);
  if (list.length <= mapShown) return list;
  const rest = list.slice(mapShown - 1);
  const more = { name: count(rest.length, "smaller one"), path: node.path, bytes: rest.reduce((n, k) => n + k.bytes, 0), missed: rest.reduce((n, k) => n + k.missed, 0), more: true };
  return [...list.slice(0, mapShown - 1), more].sort((a, b) => b.bytes - a.bytes);
}

// treemap draws the map at a path. Arrow keys go to the next area in their direction, Enter goes in, Escape goes up.
function treemap(path) {
  const node = findNode(path);
  const box = h("div.map", { role: "group", "aria-label": "Map of frame bytes: arrow keys move, Enter opens, Escape goes up" });
  let wanted = false; // the focus, as soon as the map is drawn
  const trail = h("nav.trail", { "aria-label": "Folder" });
  const steps = [];
  for (let n = node; n; n = n.up) steps.unshift(n);
  steps.forEach((n, k) => trail.append(k ? h("span.faint", { "aria-hidden": "true" }, " / ") : "", n === node ? h("span", { "aria-current": "true" }, n.up ? n.name : "all folders")
    : h("a", { href: link("map", n.path) }, n.up ? n.name : "all folders")));
  trail.append(h("span.faint", {}, "  " + bytes(node.bytes)));
  const legend = h("p.legend", {}, h("span", {}, h("span.swatch.plain"), "a coroutine, or several"), h("span", {}, h("span.swatch.heap"), "some allocations stay on the heap"));
  const root = h("section.mapped", {}, trail, box, legend);

  function tile(p, inner) {
    const n = p.node;
    const to = n.c ? coroutineLink(n.c) : n.more ? link("coroutines", "", { q: n.path }) : link("map", n.path);
    const told = n.name + ", " + bytes(n.bytes) + (n.missed ? ", " + count(n.missed, "allocation") + " on the heap" : "");
    const kind = inner ? "group" : "tile" + (n.missed ? ".heap" : "");
    return h("a." + kind, { href: to, title: told, "aria-label": told,
      style: { left: p.x + "px", top: p.y + "px", width: Math.max(0, p.w - 1) + "px", height: Math.max(0, p.h - 1) + "px" } },
    p.w > 34 && p.h > 15 ? h("span.label", {}, n.c ? labelName(n.name) : n.name) : "", p.w > 60 && p.h > 32 && !inner ? h("span.amount", {}, num(n.bytes)) : "");
  }

  function draw() {
    const w = box.clientWidth, hgt = box.clientHeight;
    if (!w || !hgt) return;
    const focused = wanted || box.contains(document.activeElement);
    wanted = false;
    const tiles = [];
    // The largest groups are opened first, as long as there is room for elements.
    const todo = [{ list: shownKids(node), x: 0, y: 0, w, h: hgt }];
    let planned = todo[0].list.length;
    while (todo.length) {
      const at = todo.shift();
      for (const p of squarify(at.list, at.x, at.y, at.w, at.h)) {
        if (p.w < 3 || p.h < 3) continue;
        const kids = p.node.list && p.w > 64 && p.h > 48 ? shownKids(p.node) : [];
        const inside = kids.length > 0 && planned + kids.length <= mapAreas;
        tiles.push(tile(p, inside));
        if (!inside) continue;
        planned += kids.length;
        todo.push({ list: kids, x: p.x + 4, y: p.y + 19, w: p.w - 9, h: p.h - 24 });
      }
    }
    box.replaceChildren(...tiles);
    if (!tiles.length) box.append(h("p.nothing", {}, "No coroutine has a frame."));
    roving(tiles, tiles[0]);
    if (focused && tiles[0]) tiles[0].focus({ preventScroll: true });
  }

  box.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && node.up) {
      e.preventDefault();
      location.hash = link("map", node.up.path);
      return;
    }
    const dir = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const at = document.activeElement;
    if (!dir || !box.contains(at) || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    const to = towards(at, [...box.children], dir);
    if (to) {
      roving(box.children, to);
      to.focus();
    }
  });
  new ResizeObserver(() => { if (box.isConnected) draw(); }).observe(box);
  root.focusMap = () => { wanted = true; };
  return root;
}

// towards gives the nearest of some elements in a direction: by the way to its middle, sideways counting double.
function towards(from, list, [dx, dy]) {
  const a = from.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const el of list) {
    if (el === from) continue;
    const b = el.getBoundingClientRect();
    const x = b.left + b.width / 2 - a.left - a.width / 2, y = b.top + b.height / 2 - a.top - a.height / 2;
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = el;
    }
  }
  return best;
}

const unnamed = "(anonymous namespace)";

// nameParts says where a function's name begins, behind the type that it returns, and where its parameters do.
function nameParts(name) {
  let depth = 0, start = 0;
  for (let k = 0; k < name.length; k++) {
    if (name.startsWith(unnamed, k)) k += unnamed.length - 1;
    else if (name[k] === "<" || name[k] === "{") depth++;
    else if (name[k] === ">" || name[k] === "}") depth--;
    else if (name[k] === " " && depth === 0 && !/operator$/.test(name.slice(0, k))) start = k + 1;
    else if (name[k] === "(" && depth === 0 && k > 0 && !name.endsWith("operator", k)) {
      const end = closing(name, k);
      if (!name.startsWith("::", end)) return [start, k];
      k = end - 1; // a function in which a type is
    }
  }
  return [start, name.length];
}

// closing gives the place behind the bracket that closes the one at k.
function closing(name, k) {
  for (let depth = 0; k < name.length; k++) {
    if (name[k] === "(") depth++;
    else if (name[k] === ")" && --depth === 0) return k + 1;
  }
  return k;
}

// labelName is the part of a function's name that a narrow tile shows: the last one that says something.
function labelName(name) {
  const short = shortName(name), at = [0];
  for (let k = 0, depth = 0; k < short.length; k++) {
    if ("<({".includes(short[k])) depth++;
    else if (">)}".includes(short[k])) depth--;
    else if (depth === 0 && short.startsWith("::", k)) at.push(k + 2);
  }
  let n = at.length - 1;
  while (n > 0 && /^(operator|\{|\$|'|\()/.test(short.slice(at[n]))) n--;
  return short.slice(at[n]);
}

// shortName is a function's name alone; listName has its parameters too.
const shortName = (name) => name.slice(...nameParts(name));
const listName = (name) => name.slice(nameParts(name)[0]);

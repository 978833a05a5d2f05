// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What ties the page together: which page an address means, the switch of colours, keys that work everywhere, printing.

const views = {
  "": { label: "Overview", draw: overview },
  map: { label: "Map", draw: mapPage },
  coroutines: { label: "Coroutines", count: coroutines.length, draw: coroutineList },
  creations: { label: "Creations", count: creations.length, draw: creationList },
  findings: { label: "Findings", count: findings.length, draw: findingList },
  units: { label: "Units", count: units.length, draw: unitList },
  coroutine: { draw: coroutinePage },
};

const main = document.getElementById("main"), nav = document.getElementById("nav");
let drawn = 0; // how often a page was asked for: an older one that is ready late is not shown

// Where each address was left by a link: how far down, and which link. The way back leads there again.
const left = new Map();
let byLink = false;

async function show() {
  const at = place(), view = views[at.view] || views[""], mine = ++drawn, back = byLink ? undefined : left.get(location.hash);
  byLink = false;
  let page;
  try {
    page = await view.draw(at.rest);
  } catch (err) {
    page = { title: "Error", root: h("div", {}, h("h1", {}, "This page cannot be shown"), h("p", {}, String(err))) };
    console.error(err);
  }
  if (mine !== drawn) return;
  main.replaceChildren(page.root);
  document.title = clean((page.title ? page.title + " \u2013 " : "") + index.title);
  for (const a of nav.children) {
    if (a.dataset.view === at.view || at.view === "coroutine" && a.dataset.view === "coroutines") a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
  }
  if (show.again) {
    const link = back && [...main.querySelectorAll("a")].find((a) => a.getAttribute("href") === back.href);
    if (link) {
      const current = main.querySelector("a.row[tabindex='0']");
      if (link.matches("a.row") && current) current.tabIndex = -1;
      link.tabIndex = 0;
    }
    (link || main).focus({ preventScroll: true });
    window.scrollTo(0, back ? back.y : 0);
    if (page.shown && !link) page.shown();
    say(document.title);
  }
  show.again = true;
}

function navigation() {
  for (const [key, v] of Object.entries(views)) {
    if (v.label) nav.append(h("a", { href: link(key), "data-view": key }, v.label, v.count === undefined ? "" : h("span.faint", {}, num(v.count))));
  }
  document.querySelector(".skip").addEventListener("click", (e) => {
    e.preventDefault();
    main.focus();
  });
}

// The switch of colours goes from the system's to light to dark. What is chosen is kept where the browser allows it.
function themes() {
  const button = document.getElementById("theme"), names = { "": "System colours", light: "Light", dark: "Dark" }, order = ["", "light", "dark"];
  let theme = "";
  try { theme = localStorage.getItem("corolower-theme") || ""; } catch { theme = ""; }
  const set = (to) => {
    theme = order.includes(to) ? to : "";
    if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
    button.textContent = names[theme];
    button.setAttribute("aria-label", "Colours: " + names[theme] + "; change");
    try { localStorage.setItem("corolower-theme", theme); } catch { /* not kept */ }
  };
  button.addEventListener("click", () => set(order[(order.indexOf(theme) + 1) % order.length]));
  set(theme);
}

// `/` goes to the search of the page, or to the list of coroutines where there is none.
document.addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.altKey || e.ctrlKey || e.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
  e.preventDefault();
  const search = document.querySelector("input.search");
  if (search) {
    search.focus();
    search.select();
    return;
  }
  location.hash = link("coroutines");
  window.addEventListener("hashchange", () => requestAnimationFrame(() => {
    const there = document.querySelector("input.search");
    if (there) there.focus();
  }), { once: true });
});

// On paper folded parts are open.
window.addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details")) d.open = true; });
history.scrollRestoration = "manual";
document.addEventListener("click", (e) => {
  const link = e.target.closest("a[href^='#/']");
  if (!link || link.getAttribute("href") === location.hash || e.ctrlKey || e.metaKey || e.shiftKey) return;
  byLink = true;
  left.set(location.hash, { y: window.scrollY, href: link.getAttribute("href") });
});
window.addEventListener("hashchange", show);
document.getElementById("foot").append("Written by corolower. ", h("span.faint", {}, "Keys: / search, arrows in tables, map and frame, Enter opens, Escape goes up in the map."));
document.querySelector(".home").textContent = clean(index.title);
navigation();
themes();
show();

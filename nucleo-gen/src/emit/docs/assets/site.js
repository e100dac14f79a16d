// The search, the switch of themes, tabs, and the lines of a type in the graph. Pages read well without it.
(() => {
  "use strict";
  const page = document.documentElement;
  const root = page.dataset.root || "";

  // Theme.
  const theme = document.querySelector(".theme");
  const isDark = () => page.dataset.theme
    ? page.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const label = () => {
    const other = isDark() ? "light" : "dark";
    theme.setAttribute("aria-label", `Switch to the ${other} theme`);
    theme.title = theme.getAttribute("aria-label");
    theme.textContent = isDark() ? "☀" : "☾";
  };
  theme.hidden = false;
  label();
  theme.addEventListener("click", () => {
    page.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("nucleo-theme", page.dataset.theme); } catch { /* it holds for this page */ }
    label();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);

  // Search.
  const box = document.querySelector(".search");
  const input = document.getElementById("search");
  const list = document.getElementById("results");
  const count = document.getElementById("count");
  const rows = (window.catalogue || []).map(([name, kind, place, about, path], order) =>
    ({ name, kind, place, about, path, order, plain: fold(name), words: fold(about), home: fold(place) }));
  const MOST = 12;
  let picked = -1;

  function fold(text) {
    return text.normalize("NFKD").replace(/[\p{M}_\-\s.]/gu, "").toLowerCase();
  }

  // Smaller is better; null is no hit. Types come before what they hold.
  function rank(row, wanted) {
    const kind = row.kind === "member" || row.kind === "value" || row.kind === "branch" ? 1 : 0;
    if (row.plain === wanted) return kind;
    if (row.plain.startsWith(wanted)) return 2 + kind;
    const at = row.plain.indexOf(wanted);
    if (at > 0) return 4 + kind;
    if (row.words.includes(wanted)) return 6 + kind;
    if (!kind && row.home.includes(wanted)) return 8;
    return null;
  }

  function find(text) {
    const wanted = fold(text);
    if (!wanted) return [];
    return rows.map((row) => [rank(row, wanted), row])
      .filter(([rank]) => rank !== null)
      .sort(([a, x], [b, y]) => a - b || x.plain.length - y.plain.length || x.order - y.order)
      .map(([, row]) => row);
  }

  function element(name, text, className) {
    const it = document.createElement(name);
    it.textContent = text;
    if (className) it.className = className;
    return it;
  }

  function show() {
    const found = find(input.value);
    const some = found.slice(0, MOST);
    list.replaceChildren(...some.map((row, at) => {
      const item = document.createElement("li");
      item.id = `result-${at}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      const link = document.createElement("a");
      link.href = root + row.path;
      link.tabIndex = -1;
      link.append(element("span", row.name, "name"), element("span", row.kind, `badge ${row.kind}`));
      if (row.place) link.append(element("span", row.place, "place"));
      if (row.about) link.append(element("span", row.about, "about"));
      item.append(link);
      item.addEventListener("pointermove", () => pick(at));
      return item;
    }));
    const typed = input.value.trim() !== "";
    if (typed && !some.length) list.append(element("li", "Nothing of that name.", "none"));
    const more = found.length > MOST ? `, ${MOST} shown` : "";
    count.textContent = typed ? `${found.length} found${more}` : "";
    open(typed);
    pick(some.length ? 0 : -1);
  }

  function open(on) {
    list.hidden = !on;
    input.setAttribute("aria-expanded", String(on));
    if (!on) pick(-1);
  }

  function pick(at) {
    picked = at;
    [...list.querySelectorAll("[role=option]")].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === at));
      if (index === at) item.scrollIntoView({ block: "nearest" });
    });
    if (at >= 0) input.setAttribute("aria-activedescendant", `result-${at}`);
    else input.removeAttribute("aria-activedescendant");
  }

  function key(event) {
    const size = list.querySelectorAll("[role=option]").length;
    if (event.key === "Escape") {
      if (!list.hidden) open(false);
      else if (input.value) input.value = "";
      else input.blur();
      event.preventDefault();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && size) {
      if (list.hidden) open(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      pick(picked < 0 ? (step > 0 ? 0 : size - 1) : (picked + step + size) % size);
      event.preventDefault();
    } else if (event.key === "Enter" && picked >= 0) {
      list.querySelector(`#result-${picked} a`).click();
      event.preventDefault();
    }
  }

  if (rows.length) {
    box.hidden = false;
    input.addEventListener("input", show);
    input.addEventListener("focus", () => { if (input.value.trim()) show(); });
    input.addEventListener("keydown", key);
    list.addEventListener("click", () => open(false));
    document.addEventListener("pointerdown", (event) => { if (!box.contains(event.target)) open(false); });
    box.addEventListener("focusout", (event) => { if (!box.contains(event.relatedTarget)) open(false); });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  // Tabs.
  for (const tabs of document.querySelectorAll(".tabs")) {
    const panels = [...tabs.querySelectorAll(".panel")];
    if (panels.length < 2) continue;
    const bar = document.createElement("div");
    bar.className = "tablist";
    bar.setAttribute("role", "tablist");
    const buttons = panels.map((panel) => {
      const button = element("button", panel.dataset.tab);
      button.type = "button";
      button.id = `${panel.id}-tab`;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      bar.append(button);
      return button;
    });
    const choose = (at) => panels.forEach((panel, index) => {
      panel.hidden = index !== at;
      buttons[index].setAttribute("aria-selected", String(index === at));
      buttons[index].tabIndex = index === at ? 0 : -1;
    });
    buttons.forEach((button, at) => {
      button.addEventListener("click", () => choose(at));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = (at + step + panels.length) % panels.length;
        choose(next);
        buttons[next].focus();
        event.preventDefault();
      });
    });
    tabs.classList.add("live");
    tabs.prepend(bar);
    choose(0);
  }

  // Graph.
  for (const graph of document.querySelectorAll("svg.graph")) {
    const edges = [...graph.querySelectorAll(".edge")];
    const nodes = [...graph.querySelectorAll(".node")];
    if (!edges.length || nodes.length < 4) continue;
    const light = (at) => {
      const near = new Set([at]);
      edges.forEach((edge) => {
        const on = edge.dataset.from === at || edge.dataset.to === at;
        edge.classList.toggle("on", on);
        if (on) near.add(edge.dataset.from).add(edge.dataset.to);
      });
      nodes.forEach((node) => node.classList.toggle("near", near.has(node.dataset.node)));
      graph.classList.add("lit");
    };
    const off = () => graph.classList.remove("lit");
    nodes.forEach((node) => {
      node.addEventListener("pointerenter", () => light(node.dataset.node));
      node.addEventListener("pointerleave", off);
      node.addEventListener("focus", () => light(node.dataset.node));
      node.addEventListener("blur", off);
    });
    // A small screen opens on the type of the page.
    const here = graph.querySelector(".node.here rect");
    const canvas = graph.closest(".canvas");
    if (here && canvas) {
      const box = here.getBBox();
      canvas.scrollLeft = box.x + box.width / 2 - canvas.clientWidth / 2;
    }
  }
})();

// What a call tree in a cell can do beyond opening and closing: search, select, ask its kernel for more.
// The rows are there without this script; it only adds to them. All text is set as text, never as markup, but for
// rows that the kernel sends, which it has escaped.
(() => {
  // Some pages run the script where it stands, others elsewhere and before the tree is on the page.
  const own = document.currentScript && document.currentScript.closest(".tl-tree");
  if (own) bringToLife(own);
  else setTimeout(() => document.querySelectorAll(".tl-tree:not([data-tl-live])").forEach(bringToLife));

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // Where Jupyter forwards ports of its machine, if it does: jupyter-server-proxy.
  function forwarded(server) {
    const config = document.getElementById("jupyter-config-data");
    const base = config ? JSON.parse(config.textContent).baseUrl : document.body.dataset.baseUrl;
    const address = new URL(server);
    return location.origin + (base || "/") + "proxy/" + address.port + address.pathname;
  }

  function bringToLife(tree) {
    tree.dataset.tlLive = "yes";
    const selected = new Set((tree.dataset.tlSelected || "").split(",").filter(Boolean));
    const places = tree.dataset.tlServer ? [tree.dataset.tlServer, forwarded(tree.dataset.tlServer)] : [];

    // The kernel's answer; null where nobody answers.
    async function ask(question, parameters) {
      while (places.length > 0) {
        try {
          const answer = await fetch(places[0] + "/" + question + "?" + new URLSearchParams(parameters));
          if (answer.ok) return await answer.text();
        } catch (unreachable) {
          // the next place may answer
        }
        places.shift();
      }
      return null;
    }

    const search = element("input", { type: "search", placeholder: "search names" });
    search.setAttribute("aria-label", "search names");
    const found = element("span", {});
    found.setAttribute("role", "status");
    const hot = element("button", { type: "button", textContent: "hot path" });
    const open = element("button", { type: "button", textContent: "open all" });
    const close = element("button", { type: "button", textContent: "close all" });
    const bar = element("div", { className: "tl-bar" }, search, found, hot, open, close);
    const query = element("code", {});
    const copy = element("button", { type: "button", textContent: "copy" });
    const note = element("span", {});
    note.setAttribute("role", "status");
    const selection = element("div", { className: "tl-bar", hidden: true }, query, copy, note);
    tree.insertBefore(bar, tree.querySelector("ul"));
    tree.append(selection);

    const row = (node) => tree.querySelector('li[data-n="' + node + '"]');
    const rowsOf = (list) => list.querySelectorAll("li[data-n]");
    const head = (item) => item.querySelector("summary, .tl-leaf");

    function decorate(items) {
      for (const item of items) {
        const name = item.querySelector(".tl-f").title;
        const tick = element("input", { type: "checkbox", checked: selected.has(item.dataset.n) });
        tick.setAttribute("aria-label", "select " + name);
        tick.addEventListener("change", () => {
          if (tick.checked) selected.add(item.dataset.n);
          else selected.delete(item.dataset.n);
          showSelection();
        });
        item.prepend(tick); // beside what opens the row: controls do not hold controls
        const details = item.querySelector(":scope > details");
        if (details) details.addEventListener("toggle", () => details.open && openFirst(details));
      }
    }

    // A row that has nothing below it yet gets it when it opens.
    function openFirst(details) {
      const list = details.querySelector(":scope > ul");
      const first = list.firstElementChild;
      if (first && first.classList.contains("tl-more")) return fetchMore(first);
      return Promise.resolve();
    }

    async function fetchMore(more) {
      if (more.dataset.busy) return;
      more.dataset.busy = "yes";
      const list = more.parentNode;
      const shown = [...list.children].filter((item) => item.dataset.n).map((item) => item.dataset.n);
      const rows = await ask("children", { of: more.dataset.of, shown: shown.join(",") });
      delete more.dataset.busy;
      if (rows === null) return nobodyAnswers();
      const holder = element("ul", { innerHTML: rows });
      const fresh = [...holder.children];
      more.replaceWith(...fresh);
      decorate(fresh.filter((item) => item.dataset.n));
      offerMore(fresh.filter((item) => item.classList.contains("tl-more")));
      for (const item of fresh) offerMore(item.querySelectorAll(".tl-more"));
    }

    function offerMore(items) {
      for (const item of items) {
        if (!places.length || item.querySelector("button")) continue;
        const text = item.querySelector(".tl-f");
        const button = element("button", { type: "button", textContent: text.textContent });
        button.addEventListener("click", () => fetchMore(item));
        text.replaceChildren(button);
      }
    }

    function nobodyAnswers() {
      note.textContent = "the kernel does not answer this page: run the cell again to see more";
      selection.hidden = false;
      for (const button of tree.querySelectorAll(".tl-more button")) button.replaceWith(button.textContent);
    }

    let selections = 0;
    async function showSelection() {
      const mine = ++selections;
      const ids = [...selected].map(Number).sort((a, b) => a - b);
      const text = await ask("select", { nodes: ids.join(",") });
      if (mine !== selections) return;
      selection.hidden = ids.length === 0;
      const count = ids.length + (ids.length === 1 ? " node" : " nodes");
      if (text === null) {
        query.textContent = "MATCH (p) WHERE " + ids.map((id) => 'p."node_id" = ' + id).join(" OR ");
        note.textContent = count + "; copy the query: the kernel does not answer this page";
      } else {
        query.textContent = text;
        note.textContent = count + "; selection() gives this query";
      }
    }

    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(query.textContent);
      } catch (notAllowed) {
        const range = document.createRange();
        range.selectNodeContents(query);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
      }
      note.textContent = "copied";
    });

    function reveal(item) {
      for (let at = item.parentNode; at && at !== tree; at = at.parentNode) if (at.tagName === "DETAILS") at.open = true;
    }

    // Loads what is missing on the way from a root to a node.
    async function load(path) {
      for (let i = 0; i < path.length; i++) {
        if (row(path[i])) continue;
        const list = i === 0 ? tree.querySelector("ul") : row(path[i - 1]).querySelector("ul");
        const more = [...list.children].find((item) => item.classList.contains("tl-more"));
        if (!more) return null;
        await fetchMore(more);
        if (!row(path[i])) return null;
      }
      return row(path[path.length - 1]);
    }

    let searches = 0;
    search.addEventListener("input", async () => {
      const mine = ++searches;
      await new Promise((done) => setTimeout(done, 150));
      if (mine !== searches) return;
      for (const item of tree.querySelectorAll(".tl-found")) item.classList.remove("tl-found");
      const text = search.value.trim();
      found.textContent = "";
      if (!text) return;
      const answer = await ask("find", { text });
      if (mine !== searches) return;
      if (answer === null) return mark(onPage(text), (count) => count + " on this page");
      const [total, ...paths] = answer.split("\n").filter(Boolean);
      const items = [];
      for (const path of paths) {
        const item = await load(path.split(","));
        if (mine !== searches) return;
        if (item) items.push(item);
      }
      mark(items, (count) => (Number(total) > count ? "the first " + count + " of " + total : total) + " found");
    });

    function onPage(text) {
      const wanted = text.toLowerCase();
      return [...rowsOf(tree)].filter((item) => item.querySelector(".tl-f > span, .tl-f > b").textContent.toLowerCase().includes(wanted));
    }

    function mark(items, words) {
      for (const item of items) {
        head(item).classList.add("tl-found");
        reveal(item);
      }
      found.textContent = items.length ? words(items.length) : "no name has this text";
    }

    hot.addEventListener("click", () => {
      for (const details of tree.querySelectorAll("details")) {
        details.open = details.querySelector(":scope > summary .tl-hot") !== null;
      }
    });
    open.addEventListener("click", () => {
      for (const details of tree.querySelectorAll("details")) {
        const first = details.querySelector(":scope > ul").firstElementChild;
        details.open = !first.classList.contains("tl-more");
      }
    });
    close.addEventListener("click", () => {
      for (const details of tree.querySelectorAll("details")) details.open = false;
    });

    const hidden = tree.querySelector(".tl-hidden");
    if (hidden && places.length) hidden.textContent += "; they come when rows are opened, or searched";
    decorate(rowsOf(tree));
    offerMore(tree.querySelectorAll(".tl-more"));
    if (selected.size) showSelection();
  }
})();

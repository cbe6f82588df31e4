// The page: boards from what changed, the step that is shown, keys, search, the check of the dice.

(() => {
  const get = (id) => document.getElementById(id);
  const data = JSON.parse(get("data").textContent);
  const space = "http://www.w3.org/2000/svg";
  const count = data.steps.length, items = data.steps.map(([number]) => get(`e${number}`));
  let shown = -1, playing = 0, unfolded = false;

  class Reel {
    constructor([table, changes]) {
      Object.assign(this, { table, changes, at: -1, list: [] });
    }

    numbers(step) {
      if (step < this.at) Object.assign(this, { at: -1, list: [] });
      while (this.at < step && this.at + 1 < this.changes.length) {
        for (const [start, gone, ...more] of this.changes[++this.at]) {
          this.list.splice(start, gone, ...more);
        }
      }
      return this.list;
    }

    values(step) {
      return this.numbers(step).map((number) => this.table[number]);
    }
  }

  const reels = {};
  for (const [name, rows] of Object.entries(data.reels)) reels[name] = new Reel(rows);

  // --- the board ------------------------------------------------------------------------------

  function made(name, attributes, text) {
    const node = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  const isText = (look) => get(`s${look}`).firstElementChild.tagName === "text";
  const used = ([, look, x, y], more) => made("use", { href: `#s${look}`, x, y, ...more });
  const board = get("board");

  function drawGrid([rows, columns, grid, rowLabels, columnLabels]) {
    const wide = columns * 1000, high = rows * 1000, lines = [];
    for (let at = 1; grid && at < columns; at++) lines.push(`M${at * 1000} 0V${high}`);
    for (let at = 1; grid && at < rows; at++) lines.push(`M0 ${at * 1000}H${wide}`);
    const group = made("g", { class: "grid" });
    group.append(made("path", { d: lines.join("") }));
    group.append(made("rect", { x: 0, y: 0, width: wide, height: high }));
    // On a large board every second or third label, in larger letters.
    const every = Math.ceil(Math.max(rows, columns) / 30), size = 420 * every;
    const told = (_, at) => every === 1 || (at + 1) % (every + 2) === 0;
    group.setAttribute("font-size", size);
    rowLabels.forEach((label, at) => {
      if (!told(label, at)) return;
      for (const x of [-100 - size * 0.55, wide + 100 + size * 0.55]) {
        group.append(made("text", { x, y: at * 1000 + 500 + size * 0.34 }, label));
      }
    });
    columnLabels.forEach((label, at) => {
      if (!told(label, at)) return;
      for (const y of [-180, high + 140 + size * 0.75]) {
        group.append(made("text", { x: at * 1000 + 500, y }, label));
      }
    });
    return group;
  }

  function draw(step, before) {
    const stages = reels.stage.values(step);
    if (!board || !stages.length) return;
    const stage = stages[0], old = new Set(before < 0 ? [] : reels.board.numbers(before));
    const now = reels.board.numbers(step), table = reels.board.table;
    const [rows, columns] = stage, edge = 600 * Math.ceil(Math.max(rows, columns) / 30);
    const box = [-edge, -edge, columns * 1000 + 2 * edge, rows * 1000 + 2 * edge];
    board.setAttribute("viewBox", box.join(" "));
    const parts = [made("g", {}), drawGrid(stage), made("g", { class: "ghosts" }), made("g", {})];
    for (const number of now) parts[table[number][0] ? 3 : 0].append(used(table[number]));
    const kept = new Set(now), few = before >= 0 ? 40 : 0;
    const fresh = now.filter((number) => table[number][0] && !old.has(number));
    // Letters whose words have changed, and what has changed at its place, leave no ghost.
    const taken = new Set(fresh.map((number) => table[number].slice(2).join()));
    const stood = ([, look, x, y]) => !isText(look) && !taken.has(`${x},${y}`);
    const left = (number) => table[number][0] && !kept.has(number);
    const gone = [...old].filter((number) => left(number) && stood(table[number]));
    if (gone.length <= few) gone.forEach((number) => parts[2].append(used(table[number])));
    board.replaceChildren(...parts);
    if (fresh.length <= few) board.append(...fresh.map((number) => marked(table[number])));
    drawLegend(step);
  }

  // A dashed frame around what has changed, besides its place or letters.
  function marked(row) {
    const node = used(row, { visibility: "hidden" });
    board.append(node);
    const box = node.getBBox();
    node.remove();
    const place = { x: box.x - 60, y: box.y - 60, width: box.width + 120, height: box.height + 120 };
    return made("rect", { class: "fresh", rx: 120, ...place });
  }

  function drawLegend(step) {
    const rows = reels.legend.values(step).map(([look, label]) => {
      const row = document.createElement("li");
      if (look >= 0) {
        const sample = made("svg", { viewBox: "0 0 1000 1000", "aria-hidden": "true" });
        sample.append(used([0, look, 0, 0]));
        row.append(sample);
      }
      row.append(label);
      return row;
    });
    get("legend").replaceChildren(...rows);
  }

  // --- the step -------------------------------------------------------------------------------

  const counts = (step) => get("void").checked || !data.steps[step][1];

  function go(step) {
    const wanted = Math.max(0, Math.min(count - 1, step)), before = shown;
    if (wanted === shown) return;
    // What moved is marked where one goes on by a step; whoever jumps sees the board alone.
    const near = before >= 0 && wanted > before && !between(before, wanted);
    const old = near ? before : -1;
    shown = wanted;
    draw(shown, old);
    const words = get("words");
    if (words) words.textContent = reels.words.values(shown).join("");
    get("caption").textContent = reels.titles.values(shown).join(" \u00b7 ");
    get("text").textContent = reels.text.values(shown).join("\n");
    get("slider").value = shown;
    get("slider").setAttribute("aria-valuetext", said(shown));
    for (const name of ["first", "before", "back"]) get(name).disabled = shown === 0;
    for (const name of ["on", "after", "last"]) get(name).disabled = shown === count - 1;
    get("turns").selectedIndex = turnAt(shown);
    items.forEach((item, at) => {
      if (at === shown) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const log = get("log");
    if (log.scrollHeight > log.clientHeight) log.scrollTop = items[shown].offsetTop - 40;
    tell();
    try {
      history.replaceState(null, "", `#${data.steps[shown][0]}`);
    } catch {
      // Some browsers keep the address of a file as it is.
    }
  }

  const between = (from, to) => {
    for (let at = from + 1; at < to; at++) if (counts(at)) return true;
    return false;
  };

  const said = (step) => items[step].querySelector("h4").textContent.trim();

  function tell() {
    const head = document.createElement("h2"), kept = [head];
    head.textContent = said(shown);
    for (const part of items[shown].children) {
      if (part.tagName !== "H4") kept.push(part.cloneNode(true));
    }
    const now = get("now");
    now.setAttribute("aria-live", playing ? "off" : "polite");
    now.replaceChildren(...kept);
    const why = now.querySelector("details");
    if (why) {
      why.open = unfolded;
      why.addEventListener("toggle", () => (unfolded = why.open));
    }
  }

  function turn(by) {
    let step = shown + by;
    while (step > 0 && step < count - 1 && !counts(step)) step += by;
    go(counts(Math.max(0, Math.min(count - 1, step))) ? step : shown);
  }

  // Turns begin at these steps; a round with its first turn.
  const turns = [...get("turns").options].map((one) => Number(one.value));
  const rounds = [...get("turns").options].filter(
    (one, at, all) => !at || one.dataset.round !== all[at - 1].dataset.round
  ).map((one) => Number(one.value));
  const turnAt = (step) => turns.findLastIndex((start) => start <= step);

  function leap(starts, by) {
    const next = by > 0 ? starts.find((start) => start > shown)
      : starts.findLast((start) => start < shown);
    go(next === undefined ? (by > 0 ? count - 1 : 0) : next);
  }

  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => (shown < count - 1 ? turn(1) : play(false)), 1200) : 0;
    if (on && shown === count - 1) go(0);
    const button = get("play");
    button.setAttribute("aria-label", on ? "Pause" : "Play");
    button.title = on ? "Pause (space)" : "Play (space)";
    button.setAttribute("aria-pressed", String(on));
  }

  const acts = {
    first: () => go(0), back: () => turn(-1), on: () => turn(1), last: () => go(count - 1),
    play: () => play(!playing), before: () => leap(turns, -1), after: () => leap(turns, 1),
  };
  for (const [name, act] of Object.entries(acts)) {
    get(name).disabled = false;
    get(name).addEventListener("click", () => (name === "play" ? act() : (play(false), act())));
  }
  get("slider").disabled = false;
  get("slider").addEventListener("input", () => (play(false), go(Number(get("slider").value))));
  get("turns").disabled = false;
  get("turns").addEventListener("change", () => (play(false), go(Number(get("turns").value))));
  get("log").addEventListener("click", (event) => {
    const link = event.target.closest("h4 a");
    if (!link) return;
    event.preventDefault();
    play(false);
    go(items.indexOf(link.closest("li")));
  });

  // --- keys -----------------------------------------------------------------------------------

  const keys = {
    ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last, " ": acts.play,
    t: acts.after, T: acts.before, r: () => leap(rounds, 1), R: () => leap(rounds, -1),
    "/": () => get("search").focus(),
    w: () => {
      const why = get("now").querySelector("details");
      if (why) unfolded = why.open = !why.open;
    },
  };
  document.addEventListener("keydown", (event) => {
    const at = event.target, typing = at.matches("select, input:not([type=checkbox]):not([type=range])");
    if (event.key === "Escape" && at.id === "search") {
      at.value = "";
      find();
      at.blur();
    }
    const act = keys[event.key];
    if (!act || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (at.matches("input[type=range]") && event.key !== "/" && event.key !== "w") return;
    if (event.key === " " && at.matches("button, summary, a, input")) return;
    if (at.matches("pre") && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    act();
  });

  // --- search ---------------------------------------------------------------------------------

  let texts = null;
  const search = get("search"), hits = () => items.map((item) => !item.hidden);

  function find() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts = texts || items.map((item) => item.textContent.toLowerCase());
    items.forEach((item, at) => {
      item.hidden = !counts(at) || !wanted.every((word) => texts[at].includes(word));
    });
    for (const list of get("log").querySelectorAll("ol")) {
      const empty = [...list.children].every((item) => item.hidden);
      list.hidden = list.previousElementSibling.hidden = empty;
    }
    const found = hits().filter(Boolean).length;
    get("found").textContent = wanted.length ? `${found} of ${count} orders` : "";
  }

  search.addEventListener("input", find);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const all = hits(), later = all.indexOf(true, shown + 1);
    const next = later >= 0 ? later : all.indexOf(true);
    if (next >= 0) go(next);
  });
  get("void").checked = true;
  get("void").addEventListener("change", find);
  get("find").hidden = false;

  // --- the check ------------------------------------------------------------------------------

  // What the lines show of what the chain holds: faces, typed words, reasons, times.
  function sealedIn(item) {
    const nodes = item.querySelectorAll("[data-sealed]");
    return Object.fromEntries([...nodes].map((one) => [one.dataset.sealed, one.textContent]));
  }

  function check() {
    const proof = data.proof, report = newReport(proof), verdict = get("verdict");
    const texts = { boards: JSON.stringify([data.steps, data.reels]) }, sealed = {};
    for (const part of Object.keys(proof.told)) {
      if (get(part)) texts[part] = get(part).textContent;
    }
    items.forEach((item, at) => (sealed[at] = sealedIn(item)));
    checkSeeds(proof, report);
    const some = (from) => {
      const to = Math.min(from + 100, proof.rows.length);
      for (let number = from; number < to; number++) checkRow(proof, number, report);
      if (to < proof.rows.length) {
        verdict.textContent = `Checking ${to} of ${proof.rows.length} lines`;
        setTimeout(() => guarded(() => some(to)), 0);
        return;
      }
      checkShown(proof, texts, sealed, report);
      conclude(report, verdict);
    };
    verdict.textContent = "Checking";
    setTimeout(() => guarded(() => some(0)), 0);
  }

  // Whatever somebody has made of this page, it does not go on saying "Checking".
  function guarded(work) {
    try {
      work();
    } catch {
      get("verdict").dataset.state = "wrong";
      get("verdict").textContent = "This page is not what the referee wrote: it cannot be checked.";
    }
  }

  function conclude(report, verdict) {
    const fine = !report.troubles.length;
    verdict.dataset.state = fine ? "ok" : "wrong";
    verdict.dataset.dice = report.dice;
    verdict.textContent = fine
      ? sentencesOf(report, data.proof.rows.length)
      : "This page is not what the referee wrote:";
    const rows = report.troubles.slice(0, 50).map((text) => {
      const row = document.createElement("li");
      row.textContent = text;
      return row;
    });
    get("troubles").replaceChildren(...rows);
    report.shown.forEach((held, number) => {
      for (const node of items[number].querySelectorAll("[data-sealed]")) {
        const words = held[node.dataset.sealed];
        if (shownWords(node.textContent) !== shownWords(words)) node.textContent = words;
      }
    });
    for (const number of fine ? report.lines : []) {
      const dice = items[number].querySelector(".dice"), others = /loaded/.test(dice.textContent);
      dice.append(others ? " \u00b7 the others checked" : " \u00b7 checked");
    }
    for (const number of new Set(report.marked)) {
      const sign = document.createElement("p");
      sign.className = "changed";
      sign.textContent = "This line was changed.";
      if (items[number]) items[number].append(sign);
    }
    if (shown >= 0) tell();
    get("heads").hidden = false;
    get("head").addEventListener("input", () => compare(report.hashes));
  }

  function compare(hashes) {
    const text = get("head").value, found = /^\s*#?(\d{1,9})\s+([0-9a-f]{10,64})\s*$/i.exec(text);
    const same = found && (hashes[Number(found[1])] || "").startsWith(found[2].toLowerCase());
    const odd = text.trim() ? "A head is written #57 4f1c09a2be." : "";
    const told = same ? "This is the log that the post was made of." : "This is another log.";
    get("same").textContent = found ? told : odd;
  }

  // The address ends with the number of an order: #57.
  const asked = () => items.findIndex((item) => `#${item.id}` === location.hash.replace(/^#e?/, "#e"));
  guarded(check);
  go(asked() < 0 ? Number(get("turns").dataset.opening) : asked());
  addEventListener("hashchange", () => asked() >= 0 && go(asked()));
})();

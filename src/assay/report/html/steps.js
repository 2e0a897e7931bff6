// A counterexample, step by step: with buttons, with keys, with a slider; loops fold, and each step knows its cause.
function stepper(run, changed) {
  // What a variable gets is said before what a call returned: it is what people look for.
  const steps = run.steps.map((step) => ({ ...step, sets: [...(step.sets || [])].sort((a, b) => a[0].endsWith("()") - b[0].endsWith("()")) }));
  const last = steps.length - 1;
  // Lines of a program are counted from 1; the state where a run starts is number 0.
  const base = run.kind === "program" || run.kind === "derivation" ? 1 : 0;
  const numbered = (number) => number + base + (run.gap && number >= run.gap ? run.left_out : 0);
  const several = new Set(steps.map((step) => step.place)).size > 1;
  const placeOf = (step) => (several && step.place && !step.place.startsWith("%") ? step.place : "");
  let now = 0;
  const shown = { fold: true, matters: steps.some((step) => !step.matters) && steps.length > 8, words: "" };
  const open = new Set();
  const count = el("span", { class: "count" });
  const slider = el("input", { type: "range", min: 0, max: Math.max(last, 0), value: 0, "aria-label": "Step of the run",
    oninput: () => go(Number(slider.value)) });
  const list = el("ol", { class: "steps", "aria-label": "Steps" });
  const values = el("div", { class: "values" });
  const back = tool("\u25c2 Back", () => go(before(now)), { "aria-keyshortcuts": "ArrowLeft k", id: "back" });
  const next = tool("Next \u25b8", () => go(after(now)), { class: "tool main", "aria-keyshortcuts": "ArrowRight j", id: "next" });
  const cause = tool("\u21b6 Cause", () => go(steps[now].cause), { title: "The step that set what this one depends on", id: "cause" });

  const isError = (step) => (step.notes || []).some((note) => note.startsWith("the error"));
  const hides = (step) => shown.matters && !step.matters && !isError(step);
  const words = (step) => [source.statement(step.file, step.line), step.place, step.edge, ...(step.notes || []),
    ...(step.sets || []).map(([name, value]) => `${name} = ${value}`)].join(" ").toLowerCase();
  const folded = (number) => shown.fold && !shown.words && run.loops.some(([from, length, times], which) =>
    !open.has(which) && number >= from + length && number < from + length * (times - 1));
  const visible = (number) => !hides(steps[number]) && !folded(number) && (!shown.words || words(steps[number]).includes(shown.words));
  const after = (number) => { for (let k = number + 1; k <= last; k += 1) if (visible(k)) return k; return number; };
  const before = (number) => { for (let k = number - 1; k >= 0; k -= 1) if (visible(k)) return k; return number; };

  const told = (step) => [...(step.sets || []), ...(step.notes || [])];

  function entry(step, number) {
    const kind = isError(step) ? "error" : "";
    const place = placeOf(step), body = source.statement(step.file, step.line) || step.edge || place || (number || told(step).length ? "" : "the start");
    const chips = [...(step.sets || []).slice(0, 8).map(([name, value]) => chip(`${name} = ${value}`)),
      ...(step.notes || []).map((note) => chip(note, `says ${kind}`))];
    return el("li", { "data-step": number, class: hides(step) ? "dim" : "" },
      el("button", { type: "button", onclick: () => go(number) },
        el("span", { class: "at" }, step.line ? String(step.line) : `#${numbered(number)}`),
        body && el("span", { class: "text", title: body }, "  ".repeat(Math.min(step.depth || 0, 12)) + body),
        place && place !== body && el("span", { class: "leads" }, `\u2192 ${place}`),
        chips.length ? el("span", { class: "set" }, chips) : null));
  }

  const foldEntry = (text, act) => el("li", { class: "fold" }, el("button", { type: "button", onclick: act }, text));

  function build() {
    const items = [];
    let hidden = 0;
    steps.forEach((step, number) => {
      const loop = run.loops.findIndex(([from, length, times]) => shown.fold && !shown.words && times > 2 && number === from + length);
      if (loop >= 0) {
        const times = run.loops[loop][2];
        items.push(foldEntry(open.has(loop) ? `\u25be fold ${times - 2} iterations` : `\u25b8 ${times - 2} more iterations`, () => {
          if (!open.delete(loop)) open.add(loop);
          build();
          paint();
        }));
      }
      if (run.gap === number && number) items.push(el("li", { class: "note fold" }, `\u2026 ${run.left_out} steps are not recorded \u2026`));
      if (visible(number)) items.push(entry(step, number));
      else if (!folded(number)) hidden += 1;
    });
    list.replaceChildren(...items);
    if (hidden) list.append(el("li", { class: "note fold" }, `${plural(hidden, "step")} ${hidden === 1 ? "is" : "are"} hidden`));
  }

  function state(upto) {
    const known = new Map();
    // The states of a derivation have nothing to do with each other.
    for (let k = run.kind === "derivation" ? upto : 0; k <= upto; k += 1) for (const [name, value] of steps[k].sets || []) known.set(name, [value, k]);
    return known;
  }

  function besides(upto) {
    const said = new Map();
    for (let k = 0; k <= upto; k += 1) {
      const step = steps[k];
      if (step.line && ((step.sets || []).length || (step.notes || []).length)) said.set(`${step.file}:${step.line}`, k);
    }
    return said;
  }

  function paintSource() {
    source.clear();
    if (!source.any) return;
    for (const [number, step] of steps.entries()) {
      const line = source.line(step.file, step.line);
      if (line && number <= now) source.mark(line, "passed");
      if (line && isError(step)) source.mark(line, "bad");
    }
    for (const number of besides(now).values()) {
      const step = steps[number];
      const line = source.line(step.file, step.line);
      if (!line) continue;
      const kind = isError(step) ? "error" : number === now ? "new" : "";
      source.add(line, el("span", { class: "said" }, (step.sets || []).slice(0, 6).map(([name, value]) => chip(`${name} = ${value}`, kind)),
        (step.notes || []).map((note) => chip(note, kind))));
    }
    const here = source.line(steps[now].file, steps[now].line);
    if (here) source.mark(here, "here");
    source.reveal(steps[now].file, steps[now].line);
  }

  function paint() {
    const step = steps[now];
    list.querySelectorAll("[aria-current]").forEach((node) => node.removeAttribute("aria-current"));
    const item = list.querySelector(`[data-step="${now}"]`);
    if (item) item.firstElementChild.setAttribute("aria-current", "step");
    count.textContent = `Step ${numbered(now)} of ${numbered(last)}`;
    slider.value = now;
    slider.setAttribute("aria-valuetext", `step ${numbered(now)} of ${numbered(last)}`);
    back.disabled = before(now) === now;
    next.disabled = after(now) === now;
    cause.disabled = step.cause === null || step.cause === undefined;
    const known = [...state(now)].filter(([, [value, at]]) => run.kind !== "net" || value !== "0" || at === now);
    const first = known.filter(([, [, at]]) => at === now), rest = known.filter(([, [, at]]) => at !== now).reverse();
    values.replaceChildren(el("h3", {}, "Values here"), el("dl", {}, [...first, ...rest].slice(0, 60).map(([name, [value, at]]) =>
      el("div", { class: at === now ? "new" : "", title: `${name} = ${value}` }, el("dt", {}, name), el("dd", {}, value)))));
    values.hidden = known.length === 0;
    paintSource();
    if (changed) changed(now);
    if (!item) return;
    // At last: what was painted before may have taken room.
    const here = item.getBoundingClientRect(), all = list.parentElement.getBoundingClientRect();
    if (here.top < all.top || here.bottom > all.bottom) list.parentElement.scrollTop += here.top - all.top - all.height / 3;
  }

  function go(number) {
    if (number === null || number === undefined || number < 0 || number > last) return;
    now = number;
    if (!visible(now) && shown.fold) {
      run.loops.forEach(([from, length, times], which) => { if (now >= from + length && now < from + length * (times - 1)) open.add(which); });
      build();
    }
    paint();
    const step = steps[now];
    const told = [...(step.sets || []).map(([name, value]) => `${name} is ${value}`), ...(step.notes || [])].slice(0, 6).join(", ");
    say(`Step ${numbered(now)} of ${numbered(last)}${step.line ? `, line ${step.line}` : ""}${told ? `: ${told}` : ""}`);
  }

  const filter = el("input", { type: "search", placeholder: "Filter steps", "aria-label": "Filter steps", id: "filter-steps",
    oninput: () => { shown.words = filter.value.trim().toLowerCase(); build(); paint(); } });
  const option = (name, text) => {
    const box = el("input", { type: "checkbox", onchange: () => { shown[name] = box.checked; build(); paint(); } });
    box.checked = shown[name];
    return el("label", { class: "check" }, box, text);
  };
  const bar = el("div", { class: "stepper" },
    el("div", { class: "tools" }, tool("\u21e4", () => go(0), { "aria-label": "First step" }), back, next,
      tool("\u21e5", () => go(last), { "aria-label": "The error", id: "last" }), cause, el("span", { class: "gap" }), count),
    slider,
    el("div", { class: "tools" }, filter, run.loops.length ? option("fold", "fold loops") : null,
      steps.some((step) => !step.matters) ? option("matters", "only what matters") : null));
  build();
  return { length: numbered(last), parts: [bar, el("div", { class: "scroll", tabindex: 0, "aria-label": "List of steps" }, list), values], go, paint,
    next: () => go(after(now)), back: () => go(before(now)), cause: () => go(steps[now].cause), first: () => go(0), last: () => go(last), at: () => now };
}

// The answer about the chosen property, and what shows it: a path, invariants, or how far the search came.
const answer = (() => {
  let parts = null;

  function sentence(found) {
    if (found.verdict !== "unknown") return [upper(found.evidence), "."];
    return [upper(found.reason), "."];
  }

  function rests(found) {
    const said = [...found.assumptions, ...found.notes];
    if (!said.length) return found.verdict === "unknown" ? [] : [el("b", {}, "Assumes nothing"), " beyond the input."];
    const first = said.slice(0, 3).join("; "), rest = said.slice(3);
    return [el("b", {}, "Assumes: "), first, ".", rest.length ? el("details", {}, el("summary", {}, `${rest.length} more`), el("ul", {}, rest.map((text) => el("li", {}, text)))) : null];
  }

  const plain = (text) => text.replace(/[\s;]+/g, "");

  // The line that it is about, in the words of the file.
  function place(found) {
    const last = found.run && found.run.steps.length ? found.run.steps[found.run.steps.length - 1] : null;
    const [file, line] = found.where || (last && last.line ? [last.file, last.line] : [0, 0]);
    return source.line(file, line) ? { file, line, text: source.statement(file, line) } : null;
  }

  function following(found) {
    const walk = parts && parts.length > 1 ? [`go back from the ${found.verdict === "covered" ? "end" : "error"} with \u2190, or with Cause to what it depends on`] : null;
    const rest = found.next.map(([options, words]) => [options && [el("code", {}, options), " "], words.replace(/^try /, "")]);
    const said = [walk, ...rest].filter(Boolean).flatMap((part, number) => (number ? ["; ", ...part] : part));
    return said.length ? [el("b", {}, "Next: "), ...said.flat(), "."] : [];
  }

  function paintHead(found) {
    const head = byId("answer");
    head.className = `card answer ${found.verdict}`;
    byId("verdict").textContent = found.verdict;
    const here = place(found);
    // What the line says need not be said twice.
    const told = found.text && found.text !== found.property && !(here && plain(here.text) === plain(found.text));
    byId("property").replaceChildren(found.property, told ? el("code", {}, found.text) : "");
    byId("why").replaceChildren(...sentence(found).filter(Boolean));
    byId("assumes").replaceChildren(...rests(found).filter(Boolean));
    byId("where").replaceChildren(...(here ? [el("button", { type: "button", class: "place", onclick: () => source.goTo(here.file, here.line) }, `line ${here.line}`), el("code", { title: here.text }, here.text)] : []));
    byId("following").replaceChildren(...following(found).filter(Boolean));
    const facts = [found.method ? ["found by", found.method] : ["engine", found.engine], ["time", seconds(found.seconds)]].filter(([, value]) => value);
    if (parts) facts.push(["length", plural(parts.length, "step")]);
    if (found.answer) facts.push(["answer", found.answer]);
    byId("facts").replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  }

  function invariantPane(found) {
    const rows = found.invariants ? found.invariants.rows : [];
    rows.forEach((row) => {
      const line = source.line(row.file, row.line);
      if (line) source.add(line, el("span", { class: "always" }, el("b", {}, "always true here"), row.text));
    });
    const everywhere = rows.length === 1 && !rows[0].line;
    const items = rows.map((row) => el("li", {}, everywhere ? el("span", { class: "place" }, "in every state that can be reached") : row.line && source.line(row.file, row.line)
      ? el("button", { type: "button", class: "place", onclick: () => source.goTo(row.file, row.line) }, row.place)
      : el("span", { class: "place" }, row.place), el("p", { class: "formula" }, row.text)));
    const more = found.invariants ? [found.invariants.hidden && `${plural(found.invariants.hidden, "more location")}: --witness FILE writes all of it`,
      found.invariants.unreachable && `${plural(found.invariants.unreachable, "location")} cannot be reached`].filter(Boolean) : [];
    const first = rows.find((row) => source.line(row.file, row.line));
    if (first) source.reveal(first.file, first.line);
    const what = found.verdict === "holds" ? "it holds" : `it is ${found.verdict}`;
    const heading = rows.length ? `Why ${what}` : upper(what);
    return [el("header", {}, el("h2", {}, heading), rows.length ? el("span", { class: "about" }, "true at the start, kept by every step, and no error satisfies it") : null),
      el("div", { class: "scroll", tabindex: 0 }, rows.length ? el("ol", { class: "rows" }, items) : el("p", { class: "body note" }, `This kind of proof has no formula that belongs to a line. It was confirmed so: ${found.evidence}.`),
        more.length ? el("p", { class: "body note" }, more.join("; ")) : null)];
  }

  function unknownPane(found) {
    const rows = found.tried.map((one) => el("tr", {}, el("td", {}, one.method), el("td", { class: "n" }, seconds(one.seconds)),
      el("td", {}, one.bound === null ? one.outcome : `${one.outcome}; no error within ${plural(one.bound, "step")}`)));
    return [el("header", {}, el("h2", {}, found.verdict === "unknown" ? "How far it came" : "No path was followed")), el("div", { class: "scroll body", tabindex: 0 },
      rows.length ? el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "search"), el("th", { class: "n" }, "time"), el("th", {}, "what came of it"))), el("tbody", {}, rows)) : el("p", { class: "note" }, found.reason || found.evidence),
      counters(found))];
  }

  const counters = (found) => el("p", { class: "note detail" }, found.counters.map(([name, value]) => `${name} ${value.toLocaleString("en")}`).join(", "));

  function show(found) {
    source.reset();
    byId("drawings").replaceChildren();
    parts = null;
    const side = byId("side");
    const run = found.run;
    if (run && run.steps.length) {
      const drawings = [];
      if (run.wave && run.wave.signals.length) drawings.push(waveform(run.wave, (step) => parts.go(step)));
      if (run.net) drawings.push(netDrawing(run.net));
      byId("drawings").replaceChildren(...drawings.map((drawing) => drawing.node));
      parts = stepper(run, (step) => drawings.forEach((drawing) => drawing.show(step)));
      side.replaceChildren(el("header", {}, el("h2", {}, upper(run.title))), ...parts.parts);
      if (run.lines && run.lines.length) parts.parts[1].append(el("details", { class: "body" }, el("summary", {}, "The whole of it in words"), el("pre", {}, run.lines.join("\n"))));
    } else if (run && run.lines.length) side.replaceChildren(el("header", {}, el("h2", {}, upper(run.title))), el("div", { class: "scroll body", tabindex: 0 }, el("pre", {}, run.lines.join("\n"))));
    else if (found.verdict === "holds" || found.invariants) side.replaceChildren(...invariantPane(found));
    else side.replaceChildren(...unknownPane(found));
    byId("work").classList.toggle("roomy", parts !== null);
    paintHead(found);
    // Only now it is known how much room there is.
    fit();
    if (parts) parts.last();
    if (found.where && !(run && run.steps.some((step) => step.line))) {
      const line = source.line(...found.where);
      if (line) source.lasting(line, found.verdict === "violated" ? "bad" : "about");
      source.reveal(...found.where);
    }
    document.title = `${found.verdict} \u00b7 ${found.property} \u00b7 Assay`;
  }

  // Where all properties are of one file, its name tells nothing.
  const brief = (name) => (data.files.length === 1 ? name.replace(`${data.files[0].split("/").pop()}:`, "line ") : name);

  // The source and the path fill what is left of the screen below the answer.
  const fit = () => byId("work").style.setProperty("--above", `${byId("work").offsetTop}px`);

  function list(answers) {
    if (answers.length < 2) return null;
    let words = "", only = "";
    const items = el("ul", { id: "properties" });
    const paint = () => items.replaceChildren(...answers.filter((one) => (!only || one.verdict === only) && `${one.property} ${one.verdict}`.toLowerCase().includes(words)).slice(0, 400).map((one) =>
      el("li", {}, el("button", { type: "button", "aria-current": String(one === current), onclick: () => { current = one; show(one); paint(); } },
        el("span", { class: `pill ${one.verdict}` }, one.verdict), el("span", { class: "name", title: one.property }, brief(one.property))))));
    let current = answers[0];
    const filter = el("input", { type: "search", placeholder: "Filter properties", "aria-label": "Filter properties", id: "filter-properties", oninput: () => { words = filter.value.trim().toLowerCase(); paint(); } });
    const kinds = [...new Set(answers.map((one) => one.verdict))];
    const pick = el("select", { "aria-label": "Verdict", onchange: () => { only = pick.value; paint(); } }, el("option", { value: "" }, "all verdicts"), kinds.map((kind) => el("option", { value: kind }, kind)));
    paint();
    const told = kinds.map((kind) => `${answers.filter((one) => one.verdict === kind).length} ${kind}`).join(", ");
    return el("section", { class: "card several", "aria-label": "Properties" }, el("div", { class: "bar" }, el("b", {}, plural(answers.length, "property", "properties")), el("span", { class: "note" }, told), answers.length > 3 ? [filter, kinds.length > 1 ? pick : null] : items), answers.length > 3 ? items : null);
  }

  return { show, list, fit, parts: () => parts };
})();

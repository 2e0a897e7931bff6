// Abstraction refinement, round by round: the path that was no run, what was learnt from it, and the graph of the round.
function refinement(searches) {
  let search = searches[0], now = 0, graphOf = -1;
  const bars = el("div", { class: "bars" });
  const slider = el("input", { type: "range", min: 0, id: "round", "aria-label": "Round of the refinement", oninput: () => { now = Number(slider.value); paint(); } });
  const head = el("p", { "aria-live": "polite" });
  const refuted = el("div"), known = el("div", { class: "sheet", tabindex: 0, "aria-label": "The abstraction so far" });
  const graphBody = el("div");
  const graphAbout = el("span", { class: "about" });
  const ends = { proof: "no error is reachable: a proof", alarm: "an error seems reachable", stuck: "it came to no end" };

  function abstraction() {
    const places = new Map();
    search.rounds.slice(0, now + 1).forEach((round, number) => {
      for (const [place, facts] of Object.entries(round.learnt ? round.learnt.learnt : {})) {
        if (!places.has(place)) places.set(place, new Map());
        for (const fact of facts) if (!places.get(place).has(fact)) places.get(place).set(fact, number);
      }
    });
    return places;
  }

  function path(learnt) {
    const parts = learnt.path.slice(0, 60).map(([edge, place, line]) => line
      ? el("button", { type: "button", title: `${edge}: ${source.text(0, line)}`, onclick: () => source.goTo(0, line) }, String(line))
      : el("span", { title: edge }, place || edge));
    const between = parts.flatMap((part, number) => (number ? ["\u2192", part] : [part]));
    return el("div", { class: "way" }, between, learnt.path.length > 60 ? `\u2192 \u2026 ${plural(learnt.length, "step")} in all` : null);
  }

  function paint() {
    const round = search.rounds[now];
    slider.max = search.rounds.length - 1;
    slider.value = now;
    slider.setAttribute("aria-valuetext", `round ${round.number} of ${search.rounds.length}`);
    [...bars.children].forEach((bar, number) => {
      bar.classList.toggle("upto", number <= now);
      bar.setAttribute("aria-current", String(number === now));
    });
    const size = round.counters.states ? `, ${plural(round.counters.states, "abstract state")} so far` : "";
    head.replaceChildren(el("b", {}, `Round ${round.number}`), ` of ${search.rounds.length}: ${ends[round.outcome] || "explored"}${size}.`);
    const learnt = round.learnt;
    refuted.replaceChildren(el("h3", {}, learnt ? `A ${learnt.shape} of ${plural(learnt.length, "step")} that no run takes` : "Nothing was refuted in this round"));
    if (learnt) {
      refuted.append(path(learnt), el("p", { class: "detail" }, "Learnt from ", el("span", { class: "badge" }, learnt.provider || "the refiner")));
      const facts = el("ul", { class: "facts-learnt formula" });
      for (const [place, found] of Object.entries(learnt.learnt)) facts.append(el("li", { class: "at" }, place), ...found.map((fact) => el("li", { class: "new" }, fact)));
      if (learnt.left_out) facts.append(el("li", { class: "note" }, `and ${learnt.left_out} more`));
      refuted.append(el("div", { class: "sheet" }, facts));
    }
    const places = abstraction();
    const total = [...places.values()].reduce((sum, facts) => sum + facts.size, 0);
    known.replaceChildren(el("h3", {}, `The abstraction so far: ${plural(total, "fact")}`));
    const list = el("ul", { class: "facts-learnt formula" });
    for (const [place, facts] of places) {
      list.append(el("li", { class: "at" }, place));
      for (const [fact, number] of facts) list.append(el("li", { class: number === now ? "new" : "" }, fact));
    }
    known.append(list);
    showGraph();
  }

  function showGraph() {
    const upto = search.rounds.slice(0, now + 1).map((round, number) => (round.graph ? number : -1)).filter((number) => number >= 0);
    const which = upto.length ? upto[upto.length - 1] : search.rounds.findIndex((round) => round.graph);
    if (which === graphOf && graphBody.firstChild) return;
    graphOf = which;
    graphAbout.textContent = which < 0 ? "" : `${search.method}, round ${search.rounds[which].number}`;
    graphBody.replaceChildren(which < 0 ? el("p", { class: "note" }, "No graph of this search was recorded.") : reachability(search.rounds[which].graph));
  }

  function take(chosen) {
    search = chosen;
    now = 0;
    graphOf = -1;
    graphBody.replaceChildren();
    const most = Math.max(...search.rounds.map((round) => round.counters.states || 1));
    bars.replaceChildren(...search.rounds.map((round, number) => {
      const bar = el("button", { type: "button", title: `round ${round.number}`, "aria-label": `round ${round.number}`, tabindex: -1, onclick: () => { now = number; paint(); } });
      bar.style.height = `${12 + 88 * ((round.counters.states || 1) / most)}%`;
      return bar;
    }));
    slider.disabled = search.rounds.length < 2;
    paint();
  }

  const pick = searches.length > 1 ? el("select", { "aria-label": "Search", onchange: () => take(searches[Number(pick.value)]) },
    searches.map((one, number) => el("option", { value: number }, `${one.method || "search"}${one.about ? `: ${one.about}` : ""} (${plural(one.rounds.length, "round")})`))) : null;
  const timeline = card("refinement", "Refinement", searches.length > 1 ? "" : search.method, el("div", { class: "rounds" },
    pick, bars, slider, head, el("div", { class: "columns" }, refuted, known)));
  const graphs = card("graph", "Abstract reachability graph", "", graphBody);
  graphs.querySelector("header").append(graphAbout);
  take(search);
  if (!searches.some((one) => one.rounds.some((round) => round.graph))) graphs.hidden = true;
  if (!searches.some((one) => one.rounds.some((round) => round.learnt))) timeline.hidden = true;
  return [timeline, graphs].filter((node) => !node.hidden);
}

// The abstract reachability graph of one round: what was created, covered and pruned, and what went in front.
function reachability(graph) {
  const DX = 118, DY = 46, PAD = 50, W = 78, H = 32;
  // From left to right: screens are broad.
  const at = graph.nodes.map((node) => [PAD + node.at[1] * DX, PAD + node.at[0] * DY]);
  const width = Math.max(...at.map(([x]) => x), 0) + PAD, height = Math.max(...at.map(([, y]) => y), 0) + PAD;
  const svg = draw("svg", { role: "application", tabindex: 0, "aria-label": `a graph of ${plural(graph.nodes.length, "abstract state")}; arrow keys go from state to state` });
  const layers = { created: draw("g"), covered: draw("g"), heir: draw("g") };
  const detail = el("div", { class: "detail", "aria-live": "polite" }, el("span", { class: "note" }, "Choose a state to see what it says."));
  let chosen = -1;

  const straight = (a, b, kind) => draw("path", { class: `arc ${kind}`, d: `M${at[a][0] + W / 2} ${at[a][1]}C${at[a][0] + W / 2 + 22} ${at[a][1]} ${at[b][0] - W / 2 - 22} ${at[b][1]} ${at[b][0] - W / 2} ${at[b][1]}` });
  const loop = (a, kind) => draw("path", { class: `arc ${kind}`, d: `M${at[a][0] - 9} ${at[a][1] + H / 2}c0 18 18 18 18 0` });
  const bent = (a, b, kind) => a === b ? loop(a, kind) : draw("path", { class: `arc ${kind}`, d: `M${at[a][0]} ${at[a][1] + H / 2}Q${(at[a][0] + at[b][0]) / 2} ${(at[a][1] + at[b][1]) / 2 + 44} ${at[b][0]} ${at[b][1] + H / 2}` });
  graph.nodes.forEach((node, number) => {
    node.creators.forEach((creator, which) => layers.created.append(which ? bent(creator, number, "") : straight(creator, number, "")));
    if (node.heir !== null && node.heir !== undefined) layers.heir.append(bent(number, node.heir, "heir"));
  });
  for (const [from, edge, to] of graph.covered) {
    const line = bent(from, to, "covered");
    line.append(draw("title", {}, `by ${edge}: covered by state ${graph.nodes[to].number}`));
    layers.covered.append(line);
  }
  svg.append(layers.created, layers.covered, layers.heir);
  const cut = (name) => (name.length > 11 ? `${name.slice(0, 10)}\u2026` : name);
  const shapes = graph.nodes.map((node, number) => {
    const [x, y] = at[number];
    const shape = draw("g", { class: `node ${node.status} ${node.ahead ? "ahead" : ""}`, onclick: () => choose(number) },
      draw("title", {}, `${node.place}: ${node.says}`), draw("rect", { x: x - W / 2, y: y - H / 2, width: W, height: H, rx: 7 }),
      draw("text", { x, y: y - 2, "text-anchor": "middle" }, `${node.number}`), draw("text", { x, y: y + 11, "text-anchor": "middle" }, cut(node.place)));
    svg.append(shape);
    return shape;
  });

  function choose(number) {
    if (number < 0 || number >= shapes.length) return;
    if (chosen >= 0) shapes[chosen].classList.remove("chosen");
    chosen = number;
    shapes[number].classList.add("chosen");
    const node = graph.nodes[number];
    const heir = node.heir !== null && node.heir !== undefined ? graph.nodes[node.heir].number : null;
    const facts = [node.by && `created by ${node.by}`, node.turn ? `expanded as number ${node.turn}` : "never expanded",
      heir !== null ? `pruned by state ${heir}, which says no more` : node.status, node.ahead && "went in front of what would have been in vain"];
    detail.replaceChildren(el("b", {}, `State ${node.number} at ${node.place}`), el("p", { class: "formula" }, node.says || "no formula"),
      el("p", { class: "note" }, facts.filter(Boolean).join("; ")));
  }

  svg.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    choose(Math.max(0, Math.min(shapes.length - 1, chosen + move)));
    view.to(...at[chosen]);
  });
  const stage = el("div", { class: "stage free" }, svg);
  const view = movable(stage, svg, width, height);
  if (at.length) view.from(...at[0]);
  const hits = el("span", { class: "note" });
  const search = el("input", { type: "search", placeholder: "Search states", "aria-label": "Search states", id: "search-states", oninput: () => {
    const words = search.value.trim().toLowerCase();
    let count = 0, first = -1;
    graph.nodes.forEach((node, number) => {
      const hit = words !== "" && `${node.number} ${node.place} ${node.says} ${node.by}`.toLowerCase().includes(words);
      shapes[number].classList.toggle("found", hit);
      shapes[number].classList.toggle("off", words !== "" && !hit);
      if (hit) { count += 1; if (first < 0) first = number; }
    });
    hits.textContent = words ? plural(count, "state") : "";
    if (first >= 0) view.to(...at[first]);
    else view.whole();
  } });
  const toggle = (name, text) => {
    const box = el("input", { type: "checkbox", checked: true, onchange: () => { layers[name].setAttribute("visibility", box.checked ? "visible" : "hidden"); } });
    return el("label", { class: "check" }, box, text);
  };
  const number = (status) => graph.nodes.filter((node) => node.status === status).length;
  const moved = graph.nodes.filter((node) => node.ahead).length;
  const sign = (kind, text) => el("span", {}, el("i", { class: kind }), text);
  const legend = el("div", { class: "legend" }, sign("live", `${number("live")} live`), sign("pruned", `${number("pruned")} pruned`),
    moved ? sign("ahead", `${moved} put in front`) : null, sign("covered", `${graph.covered.length} covered`), sign("heir", "pruned by"));
  const left = graph.left_out ? el("p", { class: "note" }, `${graph.left_out.toLocaleString("en")} more states were created later and are not drawn.`) : null;
  return el("div", { class: "rounds" }, el("div", { class: "tools" }, search, hits, el("span", { class: "gap" }), toggle("covered", "covered"), toggle("heir", "pruned by"), zooming(view)),
    legend, stage, el("p", { class: "note" }, "Drag to move; hold Ctrl or Shift and turn the wheel to zoom."), left, detail);
}

// A Petri net as it fires: places with their tokens, the transition that led here, what it changed.
function netDrawing(net) {
  const DX = 150, DY = 82, PAD = 40, WIDEST = 1000, HIGHEST = 360, places = net.places.length;
  const at = net.at.map(([x, y]) => [PAD + x * DX, PAD + y * DY]);
  const width = Math.max(...at.map(([x]) => x)) + PAD + 90, height = Math.max(...at.map(([, y]) => y)) + PAD;
  const svg = draw("svg", { role: "img", "aria-label": `a Petri net with ${plural(places, "place")} and ${plural(net.transitions.length, "transition")}` });
  svg.append(draw("defs", {}, draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    draw("path", { d: "M0 0L8 4L0 8Z", class: "tip" }))));
  const arcs = net.transitions.map(() => []);

  function arc(source, target, weight, bend) {
    const [x1, y1] = at[source], [x2, y2] = at[target], length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const ux = (x2 - x1) / length, uy = (y2 - y1) / length, bx = -uy * bend, by = ux * bend;
    const mx = (x1 + x2) / 2 + bx, my = (y1 + y2) / 2 + by;
    const line = draw("path", { class: "arc", "marker-end": "url(#tip)", d: `M${x1 + ux * 20} ${y1 + uy * 20}Q${mx} ${my} ${x2 - ux * 21} ${y2 - uy * 21}` });
    svg.append(line);
    // The curve passes halfway between the straight line and the point that bends it.
    if (weight > 1) svg.append(draw("text", { x: mx - bx / 2 + 4, y: my - by / 2 }, String(weight)));
    return line;
  }

  // What leads back goes around what is between.
  const bend = (source, target) => (at[target][1] < at[source][1] ? 9 + 0.2 * Math.abs(at[target][1] - at[source][1]) : 9);
  net.transitions.forEach((transition, number) => {
    for (const [place, weight] of transition.takes) arcs[number].push(arc(place, places + number, weight, bend(place, places + number)));
    for (const [place, weight] of transition.gives) arcs[number].push(arc(places + number, place, weight, bend(places + number, place)));
    for (const [source, target] of transition.moves || []) arcs[number].push(arc(source, target, 1, 26));
  });
  const cut = (name) => (name.length > 15 ? `${name.slice(0, 14)}\u2026` : name);
  const circles = net.places.map((name, number) => {
    const [x, y] = at[number];
    const tokens = draw("text", { class: "tokens", x, y: y + 5, "text-anchor": "middle" });
    const node = draw("g", { class: "node" }, draw("title", {}, name), draw("circle", { cx: x, cy: y, r: 18 }), tokens,
      draw("text", { x: x + 23, y: y + 4 }, cut(name)));
    svg.append(node);
    return { node, tokens };
  });
  const bars = net.transitions.map((transition, number) => {
    const [x, y] = at[places + number];
    const node = draw("g", { class: "node" }, draw("title", {}, transition.name), draw("rect", { x: x - 17, y: y - 6, width: 34, height: 12, rx: 2 }),
      draw("text", { x: x + 22, y: y + 4 }, cut(transition.name)));
    svg.append(node);
    return node;
  });
  const stage = el("div", { class: "stage free" }, svg);
  const view = movable(stage, svg, width, height);
  // A net that would be too small to read begins at a readable size, and moves along with the run.
  if (width > WIDEST || height > HIGHEST) view.from(...at[0], WIDEST, HIGHEST);
  const fired = el("p", { class: "way", "aria-label": "Fired so far" });
  const missing = [net.left_out.places && plural(net.left_out.places, "place"), net.left_out.transitions && plural(net.left_out.transitions, "transition")].filter(Boolean);
  const left = missing.length ? el("p", { class: "note" }, `Not drawn: ${missing.join(" and ")} that this run does not use.`) : null;

  function show(step) {
    const marking = net.markings[Math.min(step, net.markings.length - 1)] || [], before = step ? net.markings[step - 1] : marking;
    circles.forEach(({ node, tokens }, place) => {
      tokens.textContent = marking[place] ? String(marking[place]) : "";
      node.classList.toggle("marked", marking[place] > 0);
      node.classList.toggle("changed", before[place] !== marking[place]);
    });
    const name = step ? net.fired[step - 1] : "";
    net.transitions.forEach((transition, number) => {
      const on = transition.name === name;
      bars[number].classList.toggle("fired", on);
      arcs[number].forEach((line) => line.classList.toggle("live", on));
    });
    const bar = net.transitions.findIndex((transition) => transition.name === name);
    if (bar >= 0) view.follow(...at[places + bar]);
    fired.replaceChildren(...net.fired.slice(Math.max(0, step - 14), step).map((one) => el("span", {}, one)));
  }

  return { node: card("net", "The net", "places with their tokens; the transition that was fired last is filled", el("div", { class: "rounds" },
    el("div", { class: "tools" }, zooming(view)), stage, fired, left)), show };
}

// Puts the page together, and listens to keys.
const data = JSON.parse(byId("data").textContent);

function timeCard() {
  const end = Math.max(data.seconds, 0.001);
  const seats = data.seats.map((seat) => {
    const svg = draw("svg", { viewBox: "0 0 1000 14", preserveAspectRatio: "none", role: "img", class: seat.outcome === "found evidence" ? "found" : "", "aria-label": `${seat.turns.length} turns` });
    let spent = 0;
    for (const [from, to] of seat.turns) {
      spent += to - from;
      svg.append(draw("rect", { x: (from / end) * 1000, y: 0, width: Math.max(((to - from) / end) * 1000, 3), height: 14 }));
    }
    return el("div", { class: "seat" }, el("span", { class: "who" }, seat.method), svg, el("span", { class: "why", title: seat.outcome }, `${seconds(spent)}: ${seat.outcome}`));
  });
  return card("time", "Who searched, and when", `${seconds(end)} in all`, seats);
}

function phasesTable(found) {
  const rows = found.times.filter(([, time]) => time >= 0.005).sort((a, b) => b[1] - a[1]);
  return el("div", {}, el("h3", { class: "note" }, "Where the time went"), el("table", {}, el("tbody", {}, rows.map(([name, time]) => el("tr", {}, el("td", {}, name), el("td", { class: "n" }, seconds(time)))))));
}

function repeatCard() {
  const command = el("pre", { id: "command" }, data.command);
  const copy = tool("Copy", async () => {
    getSelection().selectAllChildren(command);
    try { await navigator.clipboard.writeText(data.command); say("copied"); copy.textContent = "Copied"; } catch { copy.textContent = "Selected"; }
  });
  const first = data.answers[0];
  const table = (title, rows) => el("div", {}, el("h3", { class: "note" }, title), el("table", {}, el("tbody", {}, rows.map(([name, value]) => el("tr", {}, el("td", {}, name), el("td", { class: "n" }, value))))));
  return card("repeat", "Do it again", "", el("div", { class: "rounds" }, data.command ? el("div", { class: "command" }, command, copy) : null,
    el("div", { class: "grid3" }, table("Settings", data.settings), first ? phasesTable(first) : null,
      first ? table("Counters", first.counters.map(([name, value]) => [name, value.toLocaleString("en")])) : null)));
}

function storyCard() {
  const lines = data.lines.length ? el("details", {}, el("summary", {}, `${plural(data.lines.length, "line")} that were executed, numbered as in the paper`), el("pre", {}, data.lines.join("\n"))) : null;
  return card("story", "What happened", "", el("ol", { class: "story" }, data.story.slice(0, 400).map((text) => el("li", {}, text))),
    data.story.length > 400 ? el("p", { class: "note" }, `and ${data.story.length - 400} more sentences`) : null, lines);
}

function theme() {
  const dark = () => document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const button = byId("theme");
  const paint = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.addEventListener("click", () => { document.documentElement.dataset.theme = dark() ? "light" : "dark"; paint(); });
  paint();
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const parts = answer.parts();
  const acts = parts ? { ArrowRight: parts.next, j: parts.next, ArrowLeft: parts.back, k: parts.back, Home: parts.first, End: parts.last, c: parts.cause } : {};
  acts["/"] = () => { const field = byId("filter-steps") || byId("filter-properties"); if (field) field.focus(); };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
}

const below = byId("below");
const several = answer.list(data.answers);
if (several) byId("answer").after(several);
if (data.searches.length) below.append(...refinement(data.searches));
below.append(storyCard());
if (data.seats.length) below.append(timeCard());
below.append(repeatCard());
addEventListener("resize", answer.fit);
if (data.answers.length) answer.show(data.answers[0]);
for (const [id, name] of [["work", "Source"], ["wave", "Waveform"], ["net", "Net"], ["refinement", "Refinement"], ["graph", "Graph"], ["story", "Story"], ["time", "Time"], ["repeat", "Repeat"]])
  if (byId(id)) byId("sections").append(el("a", { href: `#${id}` }, name));
document.addEventListener("keydown", keys);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((node) => { node.open = true; }));
theme();
document.documentElement.dataset.ready = "yes";

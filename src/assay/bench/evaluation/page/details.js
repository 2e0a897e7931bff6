// What is known of one run: facts, statistics, and what it printed.
const shards = new Map();
const waiting = new Map();

// A file of logs beside the page calls this when it is loaded.
window.assayLogs = (number, logs) => waiting.get(number)(logs);

function shard(number) {
  if (!shards.has(number)) shards.set(number, data.logs === "beside" ? beside(number) : Promise.resolve(inside(number)));
  return shards.get(number);
}

function inside(number) {
  const found = document.querySelector(`script[data-logs="${number}"]`);
  return found ? JSON.parse(found.textContent) : [];
}

function beside(number) {
  return new Promise((resolve, reject) => {
    waiting.set(number, resolve);
    const script = element("script", "", { src: `logs/${number}.js` });
    script.addEventListener("error", () => reject(new Error(`logs/${number}.js cannot be read`)));
    document.head.append(script);
  });
}

async function logOf(run) {
  if (data.logs === "none") return data.why;
  const packed = (await shard(Math.floor(run / data.shard)))[run % data.shard];
  if (!packed) return "Nothing was kept of what this run printed.";
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

function facts(run) {
  const task = runs.task[run];
  const known = [
    ["verdict", verdictOf(run) + (isWrong(run) ? ", which is wrong" : runs.correct[run] === 1 ? ", which is right" : "")],
    ["expected", { 1: "holds", 0: "violated" }[tasks.expected[task]]],
    ["answer", words[runs.answer[run]]],
    ["reason", words[runs.reason[run]]],
    ["evidence", words[runs.evidence[run]]],
    ["limit reached", words[runs.limit[run]]],
    ["file", tasks.path[task]],
    ["property", tasks.goal[task]],
    ["group", groups[tasks.group[task]]],
    ["repetition", String(runs.repetition[run])],
    ["seed", runs.seed[run] === null ? "" : String(runs.seed[run])],
    ["started", runs.started[run]],
    ["machine", words[runs.machine[run]]],
    ["held to limits by", words[runs.supervisor[run]]],
    ...Object.entries(amounts).map(([measure, own]) => [measure, shown(own[run], measure)]),
  ];
  const list = element("dl");
  for (const [name, value] of known) if (value) list.append(element("dt", name), element("dd", value));
  return list;
}

function openRun(run) {
  const dialog = byId("details");
  const title = `${tasks.name[runs.task[run]]}, ${configurations[runs.configuration[run]]}`;
  byId("details-title").textContent = title;
  const all = repetitions(runAt(runs.task[run], runs.configuration[run]));
  const others = all.length > 1 ? all.map((each, index) => {
    const name = `run ${runs.repetition[each]}${runs.seed[each] === null ? "" : `, seed ${runs.seed[each]}`}`;
    const button = element("button", index ? name : `${name} (counts)`, { type: "button", "aria-pressed": each === run });
    button.addEventListener("click", () => openRun(each));
    return button;
  }) : [];
  const log = element("pre", "...", { id: "log", tabindex: "0", "aria-label": "what the run printed" });
  byId("details-body").replaceChildren(...others, facts(run), element("h2", "Output"), log);
  logOf(run).then((text) => { log.textContent = text; }, (failure) => { log.textContent = String(failure.message); });
  if (!dialog.open) dialog.showModal();
}

// The cell that was opened may have been drawn anew meanwhile.
byId("details").addEventListener("close", () => { if (document.activeElement === document.body) focusCell(); });
document.querySelectorAll("button[data-run]").forEach((button) => {
  button.addEventListener("click", () => openRun(Number(button.dataset.run)));
});

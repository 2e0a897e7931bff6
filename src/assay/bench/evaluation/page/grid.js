// Tasks in rows, configurations in columns.  Only the rows that can be seen are in the page.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const { configurations, groups, tasks, runs, amounts, words, verdicts } = data;
const WIDTHS = { task: 380, group: 150, expected: 110, run: 170 };
const ROW = 28;
const SPARE = 12;
const FACTS = ["task", "group", "expected"];
const byId = (name) => document.getElementById(name);

// The first run of a task and a configuration is the one that counts; the others follow it.
const cells = new Int32Array(tasks.name.length * configurations.length).fill(-1);
runs.task.forEach((task, run) => {
  const cell = task * configurations.length + runs.configuration[run];
  if (cells[cell] < 0) cells[cell] = run;
});
// Where all tasks lie in one folder, their names are shown without it.
const folder = (() => {
  const parts = (name) => name.split("/").slice(0, -1);
  let common = parts(tasks.name[0] ?? "");
  for (const name of tasks.name) {
    const own = parts(name);
    const end = common.findIndex((part, index) => part !== own[index]);
    if (end >= 0) common = common.slice(0, end);
  }
  return common.length ? `${common.join("/")}/` : "";
})();
const runAt = (task, configuration) => cells[task * configurations.length + configuration];
const repetitions = (run) => {
  const found = [];
  for (let each = run; runs.task[each] === runs.task[run] && runs.configuration[each] === runs.configuration[run]; each++)
    found.push(each);
  return found;
};
const verdictOf = (run) => verdicts[runs.verdict[run]];
const isWrong = (run) => runs.correct[run] === 0;
const isSolved = (run) => (verdictOf(run) === "holds" || verdictOf(run) === "violated") && !isWrong(run);

const state = { rows: [], columns: [], sort: "", descending: false, row: 0, column: 0, first: -1, last: -1 };

// Amounts ---------------------------------------------------------------------------------------------------------------

function digits(amount) {
  if (Math.abs(amount) >= 100 || Number.isInteger(amount)) return amount.toFixed(0);
  return amount.toPrecision(3);
}

function shown(amount, measure) {
  if (amount === null || amount === undefined) return "";
  if (measure === "processor" || measure === "seconds" || measure.startsWith("seconds ")) return `${digits(amount)} s`;
  if (measure !== "memory") return digits(amount);
  const scale = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]].find(([least]) => amount >= least) ?? [1, "B"];
  return `${digits(amount / scale[0])} ${scale[1]}`;
}

// Which rows, in which order --------------------------------------------------------------------------------------------

function chosen() {
  const boxes = [...document.querySelectorAll("#configurations input")];
  return configurations.map((_, index) => index).filter((index) => boxes[index].checked);
}

const TESTS = {
  wrong: (found) => found.some(isWrong),
  differ: (found) => new Set(found.map(verdictOf)).size > 1,
  one: (found) => found.length > 1 && found.filter(isSolved).length === 1,
  none: (found) => !found.some(isSolved),
};

function passes(task, columns, text, saying, group, verdict) {
  if (group !== "" && tasks.group[task] !== Number(group)) return false;
  const found = columns.map((column) => runAt(task, column)).filter((run) => run >= 0);
  if (!found.length) return false;
  if (verdict && !(TESTS[verdict] ?? ((own) => own.some((run) => verdictOf(run) === verdict)))(found)) return false;
  if (!text || tasks.name[task].toLowerCase().includes(text) || tasks.goal[task].toLowerCase().includes(text)) return true;
  return found.some((run) => saying[runs.reason[run]] || saying[runs.evidence[run]]);
}

function order() {
  const { sort, descending } = state;
  const sign = descending ? -1 : 1;
  const amount = amounts[byId("measure").value];
  const cost = {
    "": (task) => (state.columns.some((column) => runAt(task, column) >= 0 && isWrong(runAt(task, column))) ? 0 : 1),
    task: (task) => task,
    group: (task) => tasks.group[task],
    expected: (task) => tasks.expected[task] ?? 2,
  }[sort] ?? ((task) => {
    const run = runAt(task, Number(sort));
    if (run < 0) return Infinity;
    return isSolved(run) ? amount[run] ?? Number.MAX_VALUE / 2 : Number.MAX_VALUE;
  });
  const costs = new Map(state.rows.map((task) => [task, cost(task)]));
  state.rows.sort((one, other) => {
    const [first, second] = [costs.get(one), costs.get(other)];
    return first === second ? one - other : sign * (first < second ? -1 : 1);
  });
}

function refresh() {
  const text = byId("text").value.trim().toLowerCase();
  const saying = words.map((word) => text !== "" && word.toLowerCase().includes(text));
  const [group, verdict] = [byId("group").value, byId("verdict").value];
  state.columns = chosen();
  state.rows = tasks.name
    .map((_, task) => task)
    .filter((task) => passes(task, state.columns, text, saying, group, verdict));
  order();
  state.row = state.column = 0;
  byId("shown").textContent = `${state.rows.length} of ${tasks.name.length} tasks`;
  byId("scroll").scrollTop = 0;
  drawHead();
  drawRows();
}

// Drawing ---------------------------------------------------------------------------------------------------------------

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function styled(made, property, pixels) {
  made.style[property] = `${pixels}px`;
  return made;
}

// The names of tasks have what the other columns leave over, and on a narrow page half of it.
function widthsOf(keys) {
  const [, ...others] = keys.map((key) => WIDTHS[key] ?? WIDTHS.run);
  const there = byId("scroll").clientWidth;
  const over = there - others.reduce((sum, width) => sum + width, 0);
  return [Math.max(over, Math.min(WIDTHS.task, there / 2)), ...others];
}

function drawHead() {
  const keys = [...FACTS, ...state.columns.map(String)];
  const widths = widthsOf(keys);
  styled(byId("grid"), "width", widths.reduce((sum, width) => sum + width, 0));
  byId("columns").replaceChildren(...widths.map((width) => styled(element("col"), "width", width)));
  byId("head").replaceChildren(...keys.map((key) => {
    const head = element("th", "", { scope: "col" });
    const name = FACTS.includes(key) ? key : configurations[Number(key)];
    const mark = state.sort === key ? (state.descending ? " ▼" : " ▲") : "";
    if (mark) head.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
    const button = element("button", name + mark, { type: "button", title: `sort by ${name}`, "data-sort": key });
    head.append(button);
    return head;
  }));
  byId("grid").setAttribute("aria-rowcount", state.rows.length + 1);
  byId("grid").setAttribute("aria-colcount", keys.length);
}

// Of a name that is too long the end is seen: it tells more than the beginning.
function nameCell(name) {
  const cell = element("td", "", { role: "gridcell", class: "name", title: name });
  cell.append(element("bdi", name.slice(folder.length), { dir: "ltr" }));
  return cell;
}

function runCell(run) {
  if (run < 0) return element("td", "", { role: "gridcell" });
  const verdict = verdictOf(run);
  const measure = byId("measure").value;
  const kind = isWrong(run) ? "wrong" : isSolved(run) ? "decided" : verdict;
  const cell = element("td", "", { role: "gridcell", class: "run", "data-run": run });
  const limit = words[runs.limit[run]];
  const count = repetitions(run).length;
  const said = (isWrong(run) ? "wrong: " : "") + verdict + (limit ? ` (${limit})` : "") + (count > 1 ? ` ×${count}` : "");
  cell.append(element("span", said, { class: kind }), ` ${shown(amounts[measure][run], measure)}`);
  cell.title = words[runs.reason[run]];
  return cell;
}

// One cell of the table can be reached by Tab: the one where the reader was, or one that can be seen.
function drawRow(position, anchor) {
  const task = state.rows[position];
  const row = element("tr", "", { "aria-rowindex": position + 2 });
  const expected = { 1: "holds", 0: "violated" }[tasks.expected[task]] ?? "";
  const facts = [groups[tasks.group[task]], expected];
  const made = [
    nameCell(tasks.name[task]),
    ...facts.map((fact) => element("td", fact, { role: "gridcell", title: fact })),
    ...state.columns.map((column) => runCell(runAt(task, column))),
  ];
  made.forEach((cell, column) => {
    cell.dataset.column = column;
    cell.dataset.row = position;
    cell.tabIndex = position === anchor && column === state.column ? 0 : -1;
  });
  row.append(...made);
  return row;
}

function spacer(count) {
  const row = element("tr", "", { class: "spacer", "aria-hidden": "true" });
  const columns = FACTS.length + state.columns.length;
  row.append(styled(element("td", "", { colspan: columns }), "height", count * ROW));
  return row;
}

function drawRows() {
  const scroll = byId("scroll");
  const first = Math.max(0, Math.floor(scroll.scrollTop / ROW) - SPARE);
  const last = Math.min(state.rows.length, first + Math.ceil(scroll.clientHeight / ROW) + 2 * SPARE);
  const anchor = Math.max(first, Math.min(last - 1, state.row));
  const rows = [];
  for (let position = first; position < last; position++) rows.push(drawRow(position, anchor));
  const hadFocus = byId("body").contains(document.activeElement);
  byId("body").replaceChildren(spacer(first), ...rows, spacer(state.rows.length - last));
  Object.assign(state, { first, last });
  if (hadFocus) focusCell();
}

function focusCell() {
  const cell = byId("body").querySelector(`[data-row="${state.row}"][data-column="${state.column}"]`);
  (cell ?? byId("scroll")).focus({ preventScroll: true });
}

function move(row, column) {
  state.row = Math.max(0, Math.min(state.rows.length - 1, row));
  state.column = Math.max(0, Math.min(FACTS.length + state.columns.length - 1, column));
  const scroll = byId("scroll");
  const top = state.row * ROW;
  if (top < scroll.scrollTop) scroll.scrollTop = top;
  if (top + 2 * ROW > scroll.scrollTop + scroll.clientHeight - ROW) scroll.scrollTop = top + 3 * ROW - scroll.clientHeight;
  drawRows();
  focusCell();
  document.activeElement.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Listening -------------------------------------------------------------------------------------------------------------

function sortBy(key) {
  state.descending = state.sort === key && !state.descending;
  state.sort = key;
  refresh();
  byId("head").querySelector(`[data-sort="${key}"]`).focus();
}

function onKey(event) {
  const page = Math.floor(byId("scroll").clientHeight / ROW) - 2;
  const { row, column } = state;
  const moves = {
    ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
    PageDown: [row + page, column], PageUp: [row - page, column], Home: [row, 0], End: [row, Infinity],
  };
  const run = event.target.dataset.run;
  if (moves[event.key]) move(...moves[event.key]);
  else if ((event.key === "Enter" || event.key === " ") && run !== undefined) openRun(Number(run));
  else return;
  event.preventDefault();
}

byId("scroll").addEventListener("keydown", onKey);
byId("body").addEventListener("focusin", (event) => {
  const { row, column } = event.target.dataset;
  if (row !== undefined) Object.assign(state, { row: Number(row), column: Number(column) });
});
byId("body").addEventListener("click", (event) => {
  const cell = event.target.closest("td[data-row]");
  if (!cell) return;
  move(Number(cell.dataset.row), Number(cell.dataset.column));
  if (cell.dataset.run !== undefined) openRun(Number(cell.dataset.run));
});
byId("head").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) sortBy(button.dataset.sort);
});
byId("scroll").addEventListener("scroll", () => {
  const first = Math.floor(byId("scroll").scrollTop / ROW);
  const above = state.first > 0 && first < state.first + SPARE / 2;
  const below = state.last < state.rows.length && first + byId("scroll").clientHeight / ROW > state.last - SPARE / 2;
  if (above || below) drawRows();
});
window.addEventListener("resize", () => {
  drawHead();
  drawRows();
});
byId("text").addEventListener("input", refresh);
byId("filters").addEventListener("change", (event) => {
  if (event.target.id !== "text") refresh();
});
byId("filters").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, select, dialog")) {
    byId("text").focus();
    event.preventDefault();
  }
});
refresh();

// The text of the input: the line where a run is, what it sets beside its lines, and what is always true there.
const source = (() => {
  const lists = [...document.querySelectorAll(".code")];
  const tabs = [...document.querySelectorAll(".tabs button")];
  let marked = [], kept = [];

  const line = (file, number) => (number > 0 && lists[file] ? lists[file].children[number - 1] : undefined);
  const text = (file, number) => {
    const found = line(file, number);
    return found ? found.firstElementChild.textContent.trim() : "";
  };

  // What begins on a line: the next ones belong to it while a bracket is open.
  const counted = (text, sign) => text.split(sign).length;
  function statement(file, number) {
    let found = text(file, number);
    for (let k = number + 1; k < number + 12 && found.length < 160 && (counted(found, "(") > counted(found, ")") || /->(.*,)?$/.test(found)); k += 1) found += ` ${text(file, k)}`;
    return found;
  }

  function open(file) {
    lists.forEach((list, number) => { list.hidden = number !== file; });
    tabs.forEach((tab, number) => {
      tab.setAttribute("aria-selected", String(number === file));
      tab.tabIndex = number === file ? 0 : -1;
    });
  }

  tabs.forEach((tab, number) => {
    tab.addEventListener("click", () => open(number));
    tab.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!move) return;
      event.stopPropagation();
      const next = (number + move + tabs.length) % tabs.length;
      open(next);
      tabs[next].focus();
    });
  });

  function clear() {
    for (const [node, kind] of marked) kind ? node.classList.remove(kind) : node.remove();
    marked = [];
  }

  // A mark that stays while steps are taken, until the next answer is shown.
  function lasting(node, kind) {
    node.classList.add(kind);
    kept.push([node, kind]);
  }

  function reset() {
    clear();
    for (const [node, kind] of kept) node.classList.remove(kind);
    kept = [];
  }

  function mark(node, kind) {
    node.classList.add(kind);
    marked.push([node, kind]);
  }

  function add(node, child) {
    node.append(child);
    marked.push([child, ""]);
  }

  // Scrolls the pane and nothing else: the page stays where it is.
  function reveal(file, number) {
    const found = line(file, number);
    if (!found) return;
    if (lists[file].hidden) open(file);
    const pane = found.closest(".scroll");
    const here = found.getBoundingClientRect(), all = pane.getBoundingClientRect();
    if (here.top < all.top + 40 || here.bottom > all.bottom - 60) pane.scrollTop += here.top - all.top - all.height / 3;
  }

  function goTo(file, number) {
    const found = line(file, number);
    if (!found) return;
    reveal(file, number);
    document.querySelectorAll(".code > li.here").forEach((node) => node.classList.remove("here"));
    mark(found, "here");
    say(`line ${number}: ${text(file, number)}`);
  }

  return { line, text, statement, clear, reset, lasting, mark, add, reveal, goTo, any: lists.length > 0 };
})();

// A run of a design over time: bits as lines, vectors as boxes; the cursor is the current step.
function waveform(wave, choose) {
  const WIDE = 64, HIGH = 26, MOST = 240, OFTEN = 8;
  const count = Math.max(...wave.signals.map((signal) => signal.values.length), 1);
  let words = "", only = wave.signals.some((signal) => signal.matters) && wave.signals.some((signal) => !signal.matters), now = 0, from = 0;
  const names = el("ol", { class: "names" });
  const stage = el("div", {});
  const note = el("p", { class: "note" });

  const wanted = () => wave.signals.filter((signal) => (!only || signal.matters) && (!words || signal.name.toLowerCase().includes(words)));

  function lane(signal, row, first, end) {
    const top = row * HIGH + 5, low = (row + 1) * HIGH - 5, parts = [];
    if (signal.bit) {
      let path = "";
      for (let k = first; k < end; k += 1) {
        const value = signal.values[k];
        if (value === null || value === undefined) continue;
        const y = value === "1" || value === "TRUE" ? top : low, x = (k - first) * WIDE;
        path += `${path ? "L" : "M"}${x} ${y}L${x + WIDE} ${y}`;
      }
      return [draw("path", { d: path || "M0 0", class: "trace" })];
    }
    for (let k = first; k < end;) {
      const value = signal.values[k];
      let stop = k + 1;
      while (stop < end && signal.values[stop] === value) stop += 1;
      if (value !== null && value !== undefined) {
        const x = (k - first) * WIDE, w = (stop - k) * WIDE;
        parts.push(draw("path", { class: `bus ${k === now ? "new" : ""}`, d: `M${x + 4} ${top}H${x + w - 4}L${x + w} ${(top + low) / 2}L${x + w - 4} ${low}H${x + 4}L${x} ${(top + low) / 2}Z` }));
        // A value that stays for long is written again and again: some of it is always on the screen.
        for (let part = k; part < stop && (part === k || stop - part > 2); part += OFTEN) {
          const cells = Math.min(OFTEN, stop - part), room = Math.floor((cells * WIDE - 10) / 6.8);
          parts.push(draw("text", { x: (part - first + cells / 2) * WIDE, y: low - 4, "text-anchor": "middle" },
            value.length > room ? value.slice(0, Math.max(room - 1, 1)) + "\u2026" : value, draw("title", {}, value)));
        }
      }
      k = stop;
    }
    return parts;
  }

  function paint() {
    const shown = wanted();
    if (now < from || now >= from + MOST) from = Math.max(0, now - Math.floor(MOST / 2));
    const end = Math.min(count, from + MOST), width = (end - from) * WIDE, height = (shown.length + 1) * HIGH;
    names.replaceChildren(el("li", {}, "step"), ...shown.map((signal) =>
      el("li", { class: signal.kind === "input" ? "input" : signal.matters ? "" : "other", title: signal.name }, signal.name)));
    const svg = draw("svg", { width, height, role: "img", "aria-label": `${shown.length} signals over ${count} states; the list of steps says the same in words` });
    if (wave.loop !== null && end > wave.loop) svg.append(draw("rect", { class: "again", x: Math.max(0, wave.loop - from) * WIDE, y: 0, width: (end - Math.max(from, wave.loop)) * WIDE, height }));
    svg.append(draw("rect", { class: "cursor", x: (now - from) * WIDE, y: 0, width: WIDE, height }));
    for (let k = from; k < end; k += 1) {
      const x = (k - from) * WIDE;
      svg.append(draw("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height }));
      svg.append(draw("text", { x: x + WIDE / 2, y: 17, "text-anchor": "middle" }, k === wave.loop ? `${k} \u21bb` : String(k)));
    }
    shown.forEach((signal, row) => svg.append(...lane(signal, row + 1, from, end)));
    svg.addEventListener("click", (event) => choose(from + Math.floor((event.clientX - svg.getBoundingClientRect().left) / WIDE)));
    stage.replaceChildren(svg);
    const parts = [];
    if (end - from < count) parts.push(`states ${from} to ${end - 1} of ${count} are drawn`);
    if (wave.hidden) parts.push(`${wave.hidden} more signals are not recorded`);
    note.textContent = parts.join("; ");
    const pane = stage.parentElement, x = (now - from) * WIDE;
    if (pane && (x < pane.scrollLeft || x > pane.scrollLeft + pane.clientWidth - names.offsetWidth - WIDE)) pane.scrollLeft = x - pane.clientWidth / 3;
  }

  const filter = el("input", { type: "search", placeholder: "Filter signals", "aria-label": "Filter signals", oninput: () => { words = filter.value.trim().toLowerCase(); paint(); } });
  const box = el("input", { type: "checkbox", onchange: () => { only = box.checked; paint(); } });
  box.checked = only;
  const both = wave.signals.some((signal) => !signal.matters) ? el("label", { class: "check" }, box, "only what matters") : null;
  const node = card("wave", "Waveform", wave.loop !== null ? `from state ${wave.loop} on it repeats for ever` : "", el("div", { class: "rounds" },
    el("div", { class: "tools" }, filter, both), el("div", { class: "signals", tabindex: 0, "aria-label": "Waveform" }, names, stage), note));
  return { node, show: (step) => { now = step; paint(); } };
}

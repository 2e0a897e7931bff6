// Elements are made here and nowhere else: text is set as text, never as markup.
const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const byId = (id) => document.getElementById(id);
const say = (text) => { byId("spoken").textContent = text; };
const plural = (count, one, many = one + "s") => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const seconds = (time) => (time < 10 ? `${time.toFixed(2)} s` : `${time.toFixed(0)} s`);
const tool = (text, act, more = {}) => el("button", { type: "button", class: "tool", onclick: act, ...more }, text);
const chip = (text, kind = "") => el("span", { class: `chip ${kind}`, title: text }, text);

function card(id, title, about, ...body) {
  return el("section", { class: "card", id, "aria-labelledby": `${id}-title` },
    el("header", {}, el("h2", { id: `${id}-title` }, title), about && el("span", { class: "about" }, about)),
    el("div", { class: "body" }, body));
}

// A drawing that is moved with the mouse or a finger, and made larger with the wheel or buttons.
function movable(stage, svg, width, height) {
  const box = { x: 0, y: 0, w: Math.max(width, 1), h: Math.max(height, 1) };
  const show = () => svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
  const whole = () => { Object.assign(box, { x: 0, y: 0, w: Math.max(width, 240), h: Math.max(height, 160) }); show(); };
  const zoom = (factor, x = box.x + box.w / 2, y = box.y + box.h / 2) => {
    const next = Math.min(Math.max(box.w * factor, 120), Math.max(width, 240) * 4) / box.w;
    Object.assign(box, { x: x - (x - box.x) * next, y: y - (y - box.y) * next, w: box.w * next, h: box.h * next });
    show();
  };
  // A large drawing begins where its first node is, and is not made smaller than can be read.
  const from = (x, y, wide = 1400, high = 420) => {
    Object.assign(box, { w: Math.min(Math.max(width, 240), wide), h: Math.min(Math.max(height, 160), high) });
    Object.assign(box, { x: Math.max(0, x - box.w / 8), y: Math.max(0, Math.min(y - box.h / 2, height - box.h)) });
    show();
  };
  const to = (x, y) => { box.x = x - box.w / 2; box.y = y - box.h / 2; show(); };
  const follow = (x, y) => {
    if (x < box.x + 40 || x > box.x + box.w - 80 || y < box.y + 30 || y > box.y + box.h - 30) {
      box.x = Math.max(0, Math.min(x - box.w / 2, width - box.w));
      box.y = Math.max(0, Math.min(y - box.h / 2, height - box.h));
      show();
    }
  };
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const place = svg.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15,
      box.x + ((event.clientX - place.left) / place.width) * box.w, box.y + ((event.clientY - place.top) / place.height) * box.h);
  }, { passive: false });
  let last = null;
  stage.addEventListener("pointerdown", (event) => { last = [event.clientX, event.clientY]; });
  stage.addEventListener("pointermove", (event) => {
    if (!last || !(event.buttons & 1)) return;
    const scale = Math.max(box.w / svg.clientWidth, box.h / svg.clientHeight);
    box.x -= (event.clientX - last[0]) * scale;
    box.y -= (event.clientY - last[1]) * scale;
    last = [event.clientX, event.clientY];
    show();
  });
  stage.addEventListener("pointerup", () => { last = null; });
  whole();
  return { zoom, whole, to, from, follow };
}

const zooming = (view) => [
  tool("+", () => view.zoom(1 / 1.3), { "aria-label": "Larger" }),
  tool("\u2212", () => view.zoom(1.3), { "aria-label": "Smaller" }),
  tool("All", () => view.whole(), { "aria-label": "Show all of it" }),
];

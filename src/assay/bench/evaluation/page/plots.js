// What a plot shows where the pointer is, or where the arrow keys have led.
"use strict";

const NEAR = 30;

function follow(figure) {
  const svg = figure.querySelector("svg");
  const spots = JSON.parse(figure.querySelector("script").textContent);
  const order = spots.x.map((_, index) => index).sort((one, other) => spots.x[one] - spots.x[other]);
  const tip = figure.querySelector(".tip");
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  mark.setAttribute("class", "mark");
  mark.setAttribute("r", 6);
  let position = -1;

  function show(spot) {
    svg.append(mark);
    mark.setAttribute("cx", spots.x[spot]);
    mark.setAttribute("cy", spots.y[spot]);
    const place = new DOMPoint(spots.x[spot], spots.y[spot]).matrixTransform(svg.getScreenCTM());
    tip.hidden = false;
    tip.textContent = spots.text[spot];
    tip.style.left = `${Math.max(4, Math.min(place.x + 12, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.max(4, Math.min(place.y + 12, innerHeight - tip.offsetHeight - 8))}px`;
  }

  function hide() {
    tip.hidden = true;
    mark.remove();
  }

  function nearest(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = -1;
    let distance = NEAR * NEAR;
    spots.x.forEach((x, index) => {
      const found = (x - at.x) ** 2 + (spots.y[index] - at.y) ** 2;
      if (found < distance) [best, distance] = [index, found];
    });
    return best;
  }

  svg.setAttribute("tabindex", "0");
  svg.addEventListener("pointermove", (event) => {
    const spot = nearest(event);
    if (spot < 0) hide();
    else show(spot);
  });
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (event.key === "Escape") hide();
    if (step === undefined || !order.length) return;
    event.preventDefault();
    position = Math.max(0, Math.min(order.length - 1, position + step));
    show(order[position]);
  });
}

document.querySelectorAll("figure").forEach(follow);

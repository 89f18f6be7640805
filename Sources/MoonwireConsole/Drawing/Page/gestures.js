"use strict";

// Dragging, wheel and keys on the picture.

function followGestures({ onChoose, onFocus, onKey }) {
  const { canvas } = picture;
  let drag = null;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, y: event.clientY, moved: 0 };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag = { x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(x) + Math.abs(y) };
    if (drag.moved > 4) {
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragging");
    }
    picture.pan(x, y);
  });
  const numberAt = (event) => {
    const node = event.target.closest(".node");
    return node ? Number(node.dataset.number) : null;
  };
  canvas.addEventListener("pointerup", (event) => {
    const wasClick = drag && drag.moved <= 4;
    drag = null;
    canvas.classList.remove("dragging");
    if (wasClick) onChoose(numberAt(event));
  });
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("dblclick", (event) => {
    const number = numberAt(event);
    if (number !== null) onFocus(number);
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const frame = canvas.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : 1;
    picture.zoom(Math.exp(-event.deltaY * lines * 0.0015), event.clientX - frame.left, event.clientY - frame.top);
  }, { passive: false });

  const pans = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  canvas.addEventListener("keydown", (event) => {
    if (!pans[event.key]) return;
    event.preventDefault();
    picture.pan(...pans[event.key]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.closest?.("input, select");
    if (isTyping && event.key !== "Escape") return;
    if (onKey(event.key)) event.preventDefault();
  });
}

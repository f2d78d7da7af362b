// Runs before the terminal's own script, which makes the terminal when the page is loaded.
"use strict";

// By code of the closed connection (4000 and above are ours): what is told, and whether one can go on.
const ENDS = {
  4000: ["Thank you. You have reached the end and can close this page.", false],
  4001: ["You have stopped. Everything you did so far is saved, and you can continue here.", true],
  4002: ["The study is open in another tab or window. Close it first, then continue here.", true],
  4003: ["Something went wrong, and it was not your fault. Everything you did so far is saved; you can continue here.", true],
  4004: ["You have left, and nothing about you was saved. You can close this page, or begin again.", true],
  4005: ["The study is full at the moment. Wait a minute, then continue here.", true],
};
const LOST = ["The connection was lost. Everything you did so far is saved; you can continue here.", true];
const KEYS = { stop: "\x11", help: "\x1bOP" }; // ctrl+q and F1, as a terminal sends them
const COLUMNS = 82; // that are wanted, if letters can stay legible for it

let socket = null;
let terminal = null;

function keyboard() {
  return document.querySelector(".xterm-helper-textarea");
}

function isOpen() {
  return socket !== null && socket.readyState === WebSocket.OPEN;
}

function tell([words, canGoOn]) {
  document.getElementById("told").textContent = words;
  document.getElementById("then").hidden = !canGoOn;
  document.body.classList.add("-over");
  if (canGoOn) document.getElementById("again").focus();
}

// Nothing that is shown opens another page, whatever the terminal takes for a link.
window.open = () => null;

// The terminal draws on a canvas, but does not start where WebGL is off; a drawing surface that draws nothing is enough for that.
function withoutWebGL() {
  const nothing = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : nothing),
    set: () => true,
    apply: () => nothing,
  });
  const real = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind === "webgl2" ? nothing : real.call(this, kind, ...more);
  };
}

window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    socket = this;
    this.addEventListener("close", (event) => tell(ENDS[event.code] || LOST));
  }

  send(data) {
    if (this.readyState === WebSocket.OPEN) super.send(data);
  }
};

// The clipboard is the browser's: it pastes by itself, if the terminal does not take the key.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey && !event.altKey && !event.shiftKey && !event.metaKey && event.key.toLowerCase() === "v") event.stopImmediatePropagation();
}, true);

window.addEventListener("beforeunload", (event) => {
  if (isOpen()) event.preventDefault();
});

document.addEventListener("DOMContentLoaded", () => {
  terminal = document.querySelector(".textual-terminal");
  terminal.dataset.sessionWebsocketUrl = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
  terminal.dataset.fontSize = Math.max(11, Math.min(16, Math.floor(window.innerWidth / COLUMNS / 0.6)));
  if (!document.createElement("canvas").getContext("webgl2")) withoutWebGL();
  new MutationObserver(() => {
    if (document.body.classList.contains("-first-byte") && !document.body.classList.contains("-over") && keyboard()) keyboard().focus();
  }).observe(document.body, { attributeFilter: ["class"] });
  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("click", () => {
      if (isOpen()) socket.send(JSON.stringify(["stdin", KEYS[button.dataset.key]]));
      keyboard()?.focus();
    });
  }
  document.getElementById("again").addEventListener("click", () => location.reload());
});
window.addEventListener("focus", () => {
  if (isOpen()) keyboard()?.focus();
});

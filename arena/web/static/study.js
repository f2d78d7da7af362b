// Pages of a study: keeps what is typed until it is sent, tells the size of the screen once, sends a form once, and says that it is read.
document.querySelector("form[data-at-once]")?.submit();

const form = document.getElementById("page");
const kept = `page-${form?.dataset.at}`;

function fields() {
  return [...form.elements].filter((each) => each.name && !["hidden", "submit"].includes(each.type));
}

function keep() {
  const state = fields().map((each) => (["checkbox", "radio"].includes(each.type) ? each.checked : each.value));
  try { sessionStorage.setItem(kept, JSON.stringify(state)); } catch { /* a browser that keeps nothing */ }
}

function restore() {
  let state = null;
  try { state = JSON.parse(sessionStorage.getItem(kept)); } catch { /* likewise */ }
  const now = fields();
  if (!Array.isArray(state) || state.length !== now.length) return;
  now.forEach((each, at) => {
    if (typeof state[at] === "boolean") each.checked = state[at];
    else each.value = state[at];
  });
}

function device() {
  const is = (query) => matchMedia(query).matches;
  return JSON.stringify({
    width: innerWidth, height: innerHeight, pixel_ratio: devicePixelRatio, has_touch: is("(pointer: coarse)"), has_mouse: is("(pointer: fine)"),
  });
}

if (form) {
  if (!document.getElementById("problem")) restore();
  else document.getElementById("problem").focus();
  form.elements.device.value = device();
  form.addEventListener("input", keep);
  form.addEventListener("input", ({ target }) => {  // an answer and `prefer not to say` exclude each other
    const asked = target.closest(".asked");
    const unsaid = asked?.querySelector("input[type=checkbox]");
    const typed = asked?.querySelector("textarea, input[type=number]");
    if (!unsaid || !typed) return;
    if (target === typed && typed.value) unsaid.checked = false;
    if (target === unsaid && unsaid.checked) typed.value = "";
    keep();
  });
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
  if (form.dataset.left) {
    const [left, warning] = [Number(form.dataset.left), Number(form.dataset.warning)];
    const more = form.querySelector("[value=more]") ? " If you need more time, press “I need more time”." : "";
    setTimeout(() => {
      document.getElementById("warning").textContent = `The time for this page is nearly up.${more}`;
      document.getElementById("time").classList.add("late");
    }, Math.max(0, left - warning) * 1000);
    const ends = Date.now() + (left + 1) * 1000;
    const end = () => document.hidden || Date.now() < ends || location.replace("/visit");
    setTimeout(end, (left + 1.5) * 1000);
    document.addEventListener("visibilitychange", end);  // timers stop while a phone sleeps
  }
  if ("signs" in form.dataset) {  // others wait at the table, as long as somebody answers here
    let signed = -Infinity;
    const show = ({ timeStamp }) => {
      if (document.hidden || timeStamp - signed < 5000) return;
      signed = timeStamp;
      fetch("/visit/here?sign=1", { method: "POST" }).catch(() => {});
    };
    for (const kind of ["keydown", "pointerdown", "input"]) document.addEventListener(kind, show);
  }
  setInterval(() => document.hidden || fetch("/visit/here", { method: "POST" }).catch(() => {}), 60000);
  addEventListener("pageshow", () => delete form.dataset.sent);
}

// A page on which people wait for each other: it says who is there, calls when its reader is wanted, and goes on by itself.

const company = document.getElementById("company");
const title = document.title;
const bell = company && import("./bell.js");

function call(isCalled) {
  company.classList.toggle("tone-notice", isCalled);
  document.title = isCalled ? `● ${company.textContent}` : title;
  const button = form.querySelector("button[value=here]");
  if (button) button.textContent = isCalled ? "I am still here" : "Look again";
  if (isCalled && document.hidden) bell.then(({ ring }) => ring());
}

function follow() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/visit/wait`);
  const tell = () => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ at: form.dataset.at, hidden: document.hidden }));
  socket.onmessage = ({ data }) => {
    const { type, said, called, address } = JSON.parse(data);
    if (type === "hello") tell();
    if (type === "go" && !form.dataset.sent) location.replace(address);  // else the form leads on
    if (type !== "company") return;
    company.textContent = said;
    call(called);
  };
  document.addEventListener("visibilitychange", tell);
  const leave = () => document.removeEventListener("visibilitychange", tell);
  addEventListener("pagehide", leave);  // a page that is left, by its button as well, is not hidden
  socket.onclose = () => {
    leave();
    setTimeout(follow, 2000 + 1000 * Math.random());
  };
}

if (company) {
  call("called" in company.dataset);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  follow();
}

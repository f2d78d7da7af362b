"use strict";

/* The replay: where one stands, through whose eyes, and what is shown of that. */
const replay = JSON.parse(document.getElementById("replay").textContent);
const place = (name) => document.getElementById(name);
const lines = place("lines");
let viewer = replay.viewers[0];
let at = 0;
let shownLines = 0;
let shownParts = {};
let timer = null;
const PARTS = ["title", "role", "status", "panels", "seats"];

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/* How many of some sorted rows begin at or before a place. */
function until(rows, last) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] <= last) low = middle + 1;
    else high = middle;
  }
  return low;
}

function partAt(name) {
  const changes = viewer.parts[name];
  const index = changes ? until(changes, at) - 1 : -1;
  return index < 0 ? null : changes[index][1];
}

/* The rows of HTML that the program made of what was observed, with every text in it escaped. Nothing else is ever set as markup. */
const markup = (rows) => rows.map((row) => replay.rows[row]).join("\n");

function tell() {
  const count = until(viewer.lines, at);
  for (let index = shownLines; index < count; index += 1) lines.children[index].hidden = false;
  for (let index = count; index < shownLines; index += 1) lines.children[index].hidden = true;
  shownLines = count;
  for (const line of lines.querySelectorAll(".now")) line.classList.remove("now");
  const news = [];
  for (let index = count - 1; index >= 0 && viewer.lines[index][0] === at; index -= 1) {
    lines.children[index].classList.add("now");
    news.unshift(lines.children[index].textContent);
  }
  place("now").textContent = news.join(" ");
  place("log").scrollTop = 0; // its end
}

function look() {
  for (const name of PARTS) {
    const part = partAt(name);
    if (part === shownParts[name]) continue;
    place(name).innerHTML = markup(replay.pool[part]);
    shownParts[name] = part;
  }
}

function show() {
  place("slider").value = at;
  place("slider").setAttribute("aria-valuetext", `Event ${at} of ${replay.length}`);
  place("place").textContent = `${at} / ${replay.length}`;
  const marks = viewer.marks;
  place("moment").value = String(until(marks, at) - 1);
  place("back").disabled = place("part-back").disabled = at === 0;
  place("on").disabled = place("part-on").disabled = at === replay.length;
  place("result").open = at === replay.length;
  tell();
  look();
}

function go(to) {
  at = Math.max(0, Math.min(to, replay.length));
  show();
}

/* The next thing that the viewer observes, or the one before. */
function step(by) {
  const { moments } = viewer;
  const next = by > 0 ? moments.find((moment) => moment > at) : moments.findLast((moment) => moment < at);
  go(next === undefined ? (by > 0 ? replay.length : 0) : next);
}

function part(by) {
  const starts = viewer.marks.filter(([, , isPart]) => isPart).map(([when]) => when);
  const next = by > 0 ? starts.find((when) => when > at) : starts.findLast((when) => when < at);
  go(next === undefined ? (by > 0 ? replay.length : 0) : next);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  place("play").textContent = "Play";
  place("play").setAttribute("aria-label", "Play");
}

function play() {
  if (at === replay.length) go(0);
  place("play").textContent = "Pause";
  place("play").setAttribute("aria-label", "Pause");
  const wait = () => (1000 * (replay.waits[at - 1] || 0.4)) / Number(place("speed").value);
  const next = () => {
    step(1);
    if (at === replay.length) pause();
    else timer = setTimeout(next, wait());
  };
  timer = setTimeout(next, wait());
}

function change(name) {
  viewer = replay.viewers.find((each) => each.name === name) || viewer;
  place("viewer").value = viewer.name;
  lines.innerHTML = markup(viewer.lines.map(([, row]) => row));
  viewer.lines.forEach(([when], index) => {
    lines.children[index].dataset.at = when;
    lines.children[index].hidden = true;
  });
  const moments = viewer.marks.map(([, words], index) => {
    const option = element("option", words);
    option.value = index;
    return option;
  });
  const beginning = element("option", "the beginning");
  beginning.value = "-1";
  place("moment").replaceChildren(beginning, ...moments);
  shownLines = 0;
  shownParts = {};
  for (const name of PARTS) place(name).replaceChildren();
  show();
}

const KEYS = {
  " ": () => (timer ? pause() : play()),
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  "]": () => part(1),
  "[": () => part(-1),
  Home: () => go(0),
  End: () => go(replay.length),
};

document.addEventListener("keydown", (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey || tag === "SELECT" || (tag === "BUTTON" && event.key === " ")) return;
  if (tag === "INPUT" && event.key !== " ") return;
  const other = replay.viewers.find(({ key }) => key && key === event.key);
  const press = KEYS[event.key] || (other && (() => change(other.name)));
  if (!press) return;
  event.preventDefault();
  press();
});

const CLICKS = { back: () => step(-1), on: () => step(1), "part-back": () => part(-1), "part-on": () => part(1), play: KEYS[" "] };
for (const [name, press] of Object.entries(CLICKS)) place(name).addEventListener("click", press);
place("slider").max = replay.length;
place("slider").addEventListener("input", (event) => go(Number(event.target.value)));
place("viewer").addEventListener("change", (event) => change(event.target.value));
place("moment").addEventListener("change", (event) => {
  const mark = viewer.marks[Number(event.target.value)];
  go(mark ? mark[0] : 0);
});
lines.addEventListener("click", (event) => {
  const line = event.target.closest("li");
  if (line) go(Number(line.dataset.at));
});
place("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});

document.title = `${replay.game} · ${replay.match}`;
place("match").textContent = document.title;
const who = replay.seats.map(({ name, player }) => (player ? `${name} (${player})` : name)).join(", ");
place("about").textContent = [replay.started.slice(0, 10), who, replay.is_over ? "" : "not over yet"].filter(Boolean).join(" · ");
place("made").textContent = `Made by Woozle ${replay.software}. This page loads nothing and sends nothing.`;
for (const { name, key } of replay.viewers) {
  const option = element("option", key ? `${name} (${key})` : name);
  option.value = name;
  place("viewer").append(option);
}
if (replay.result) {
  place("result").hidden = false;
  place("ending").innerHTML = replay.result;
}
change(viewer.name);

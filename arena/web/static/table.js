// The page of a table: joins, keeps a socket, puts in what the server renders, and sends answers. Without it every form still works.
//
// The page has these parts; all may be missing.
//   #page-data     data-table: the id of the table, data-place: of this seat, data-socket: the path of the socket, data-game: its title
//   #said          role=status, unseen: one sentence a beat
//   #connection    hidden unless there is no connection; in it #connection-words and #try-now
//   #elsewhere     hidden unless this seat was opened elsewhere; in it #stay and #yield
//   #recovery      hidden but once after joining; in it #recovery-code and #recovery-kept
//   #player-notices  hidden while empty: players who are lost or back, and whether one is still there, with a button #still-here
//   #closed        hidden unless the match was ended early; in it #closed-title[tabindex=-1], #closed-why and the link #closed-on
//   body           has the class `waiting` before the match and `over` after it
//   #room, #ending, #presence, #role, #status, #seats, #panels, #title       put in as they are sent
//   #earlier       a details with older lines in its list #earlier-lines; hidden while it has none
//   #log           role=log, scrolls; in it the list #lines, whose items have the ids `line-0`, `line-1` and so on
//   #new-lines     a button, hidden: goes to the end of the log
//   #behind        a button, hidden unless lines wait to be read one after the other: shows all at once
//   #ask           in it, when something is asked, form#question with the fields `id` (hidden), `choice` (radios with data-key,
//                  data-sure, data-target, data-then, data-draft, or a text) and `text`, and with #question-title[tabindex=-1],
//                  #question-problem and #question-second[data-prompt]; a button named `silent` sends no text, one named
//                  `forfeit` no answer
//   #panels [data-target]  a room of the map, which checks the radio with the same data-target
//   #panels img    pictures, whose size goes with the answer
//   #settings      hidden without script; in it #pace, #mark-title, #ring, and #notify in #notify-row
//   #join          the form for people without a seat, with `name`, `code` (in #code-row), #problem and #waiting
//   #watch         the form for people who may not watch yet, with `code` (in #code-row)
//   #keep-receipts a link that becomes a file with what this page kept
//   form[data-quiet]       a form that does not leave the page, with what its button says then
const $ = (id) => document.getElementById(id);
const { table: TABLE = "", place = "0", socket: SOCKET = "", game: GAME = "" } = $("page-data")?.dataset ?? {};
const PLACE = Number(place);
const BASE = `/t/${TABLE}`;
const DEAL = "woozle.deal/1";
const MOST_LINES = 60; // in the log; older ones are behind `earlier`
const MOST_READ_OUT = 3; // lines a beat; of more, only the number is said
const NO_INPUT = 333; // ms after a question appears in which keys answer nothing
const LONG_PASTE = 20; // characters
const BEAT = 1200; // ms between two sentences for screen readers
const SLOWEST_RETRY = 15000; // ms
const WARNINGS = [60, 20, 10]; // seconds left
const BETWEEN_SIGNS = 5000; // ms
const CLOSED = { over: 4000, superseded: 4001, notAdmitted: 4003, removed: 4004, closedByHost: 4005 };

function show(id, isShown = true) {
  const part = $(id);
  if (part) part.hidden = !isShown;
}

function write(id, text) {
  const part = $(id);
  if (part && part.textContent !== text) part.textContent = text;
}

// Values that outlive a reload of this page, in this tab. Where that is forbidden they are kept until the page is left.
const kept = {};
const store = {
  get(name) {
    try {
      return JSON.parse(sessionStorage.getItem(`woozle-${TABLE}-${name}`)) ?? kept[name] ?? null;
    } catch {
      return kept[name] ?? null;
    }
  },
  set(name, value) {
    kept[name] = value;
    try {
      sessionStorage.setItem(`woozle-${TABLE}-${name}`, JSON.stringify(value));
    } catch { /* kept in `kept` */ }
  },
  drop(name) {
    delete kept[name];
    try {
      sessionStorage.removeItem(`woozle-${TABLE}-${name}`);
    } catch { /* it was never there */ }
  },
};

function remembered(name) {
  try {
    return localStorage.getItem(`woozle-${name}`) || "";
  } catch {
    return "";
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`woozle-${name}`, value);
  } catch { /* typed again the next time */ }
}

// Chance

const inHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const randomHex = () => inHex(crypto.getRandomValues(new Uint8Array(32)));

function fractions(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by++) isPrime &&= number % by !== 0;
    if (isPrime) found.push(((number ** power) % 1) * 2 ** 32 | 0);
  }
  return found;
}

// SHA-256 in hex. Pages on plain HTTP have no crypto.subtle.
function sha256(text) {
  const data = new TextEncoder().encode(text);
  const bytes = new Uint8Array(((data.length + 8 >> 6) + 1) * 64);
  const view = new DataView(bytes.buffer);
  bytes.set(data);
  bytes[data.length] = 0x80;
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, data.length << 3);
  const constants = fractions(64, 1 / 3);
  const hash = fractions(8, 1 / 2);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const words = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = view.getInt32(at + 4 * i);
      else {
        const [x, y] = [words[i - 15], words[i - 2]];
        words[i] = words[i - 16] + words[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = hash[i] + word | 0; });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

// The nonce of this seat for an attempt to deal. It is kept before anything is told of it.
function nonceFor(attempt) {
  let mine = store.get("nonce");
  if (mine?.attempt !== attempt) {
    mine = { attempt, nonce: randomHex() };
    store.set("nonce", mine);
  }
  return mine.nonce;
}

const commitment = (attempt) => sha256(JSON.stringify([DEAL, TABLE, attempt, PLACE, nonceFor(attempt)]));

// Sentences for screen readers: one a beat

let sentences = [];
let speaking = 0;

function say(sentence) {
  if (sentence) sentences.push(sentence);
  if (!speaking) speak();
}

function speak() {
  clearTimeout(speaking);
  speaking = 0;
  if (!sentences.length) return;
  write("said", sentences.join(" "));
  sentences = [];
  speaking = setTimeout(speak, BEAT);
}

// Fragments

const isTyped = (element) => element?.matches?.("textarea, input:not([type]), input[type=text], input[type=number], input[type=search]");

// A way to find an element again after its part was put in anew.
function wayTo(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name) return `[name="${CSS.escape(element.name)}"]${element.type === "radio" ? `[value="${CSS.escape(element.value)}"]` : ""}`;
  return element.getAttribute("href") ? `[href="${CSS.escape(element.getAttribute("href"))}"]` : "";
}

const before = {};

// Put HTML into a part. Focus, places of scrolling and what was unfolded stay as they were.
function put(id, html) {
  const part = $(id);
  if (!part || before[id] === html) return;
  before[id] = html;
  const focused = part.contains(document.activeElement) && document.activeElement !== part ? document.activeElement : null;
  const way = focused ? wayTo(focused) : "";
  const scrolled = [...part.querySelectorAll("[id]")].filter((each) => each.scrollTop || each.scrollLeft);
  const places = scrolled.map((each) => [each.id, each.scrollTop, each.scrollLeft]);
  const unfolded = [...part.querySelectorAll("details[id]")].map((each) => [each.id, each.open]);
  part.innerHTML = html;
  for (const [name, isOpen] of unfolded) if ($(name)) $(name).open = isOpen;
  for (const [name, top, left] of places) $(name)?.scrollTo({ top, left, behavior: "instant" });
  if (way) part.querySelector(way)?.focus({ preventScroll: true });
  if (focused && document.activeElement === document.body) focusOn(part);
}

// Scroll a map that is wider than the page to the room in which one is.
let whereYouAre = "";

function showWhereYouAre() {
  const room = document.querySelector("#panels .room.here");
  const map = room?.closest(".scroller");
  if (!map || room.dataset.target === whereYouAre) return;
  whereYouAre = room.dataset.target;
  const [{ left, width }, frame] = [room.getBoundingClientRect(), map.getBoundingClientRect()];
  map.scrollLeft += left + width / 2 - frame.left - frame.width / 2;
}

function focusOn(part) {
  if (!part) return;
  if (!part.hasAttribute("tabindex") && part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

// Another match at the same table begins with a page that has nothing of the one before.
function startAgain() {
  for (const name of ["kept", "draft", "pending", "nonce"]) store.drop(name);
  location.reload();
}

function setState(state) {
  for (const each of ["waiting", "over"]) document.body.classList.toggle(each, each === state);
}

// The log

const log = { part: $("log"), list: $("lines"), older: $("earlier-lines"), next: 0, unread: 0, beat: 0, inBeat: 0 };

const isAtEnd = () => log.list.getBoundingClientRect().bottom - log.part.getBoundingClientRect().bottom < 24;

function startLog() {
  if (!log.list) return;
  log.next = Number(log.list.lastElementChild?.id.slice("line-".length) ?? -1) + 1;
  log.part.addEventListener("scroll", () => { if (isAtEnd()) toEnd(); });
  toEnd();
}

function toEnd() {
  log.part.scrollTop = log.part.scrollHeight;
  log.unread = 0;
  show("new-lines", false);
}

function addLines({ first, html }) {
  if (!log.list || first > log.next) return; // a gap never comes: the server begins at what was seen
  const template = document.createElement("template");
  template.innerHTML = html;
  const added = [...template.content.children].slice(log.next - first);
  const wasAtEnd = isAtEnd();
  const { top } = log.list.getBoundingClientRect();
  readOut(added.length);
  log.list.append(...added);
  log.next += added.length;
  if (wasAtEnd) {
    while (log.older && log.list.children.length > MOST_LINES) log.older.append(log.list.firstElementChild);
    show("earlier", log.older?.children.length > 0);
    toEnd();
  } else {
    log.part.scrollTop += log.list.getBoundingClientRect().top - top;
    log.unread += added.length;
    write("new-lines", log.unread === 1 ? "1 new line" : `${log.unread} new lines`);
    show("new-lines", log.unread > 0);
  }
  if (PLACE) send({ type: "ack", seen: log.next });
}

// Let a screen reader read the log out, or only say how much is new where that is a burst.
function readOut(count) {
  const now = performance.now();
  if (now - log.beat > BEAT) [log.beat, log.inBeat] = [now, 0];
  log.inBeat += count;
  const isBurst = log.inBeat > MOST_READ_OUT;
  log.part.setAttribute("aria-live", isBurst ? "off" : "polite");
  sentences = sentences.filter((each) => !each.endsWith(" new lines."));
  if (isBurst) say(`${log.inBeat} new lines.`);
}

// The question

let question = null; // that is asked now, with what is measured of it
let pending = store.get("pending"); // the answer that was sent and has no receipt

const form = () => $("question");
const chosen = () => form()?.querySelector("[name=choice]:checked");
const isOpenFor = (id) => String(form()?.elements.id?.value ?? "") === String(id);
const answerFields = () => [...(form()?.querySelectorAll("[name=choice], [name=text]") || [])];
const valueOf = (name) => answerFields().find((each) => each.name === name && (each.type !== "radio" || each.checked))?.value ?? null;
const second = () => form()?.querySelector("#question-second");

function ask({ id, html, seconds, said }) {
  const wasTyping = isTyped(document.activeElement);
  const isNew = question?.id !== id;
  if (!isOpenFor(id)) {
    put("ask", html);
    fillDraft(id);
  }
  addNotes();
  if (isNew) {
    const now = performance.now();
    const [away, covered] = [isAway() ? now : null, document.hidden ? now : null];
    question = { id, received: now, painted: null, first: null, keys: 0, deletions: 0, pasted: 0, longPastes: 0, anticipated: 0,
      away: 0, covered: 0, awaySince: away, coveredSince: covered, warned: Infinity, sure: null, width: 0, height: 0 };
    awaitPaint(id);
    if (pending?.id !== id) {
      if (!wasTyping) {
        focusOn($("question-title"));
        form().scrollIntoView({ block: "nearest" });
      }
      say(said);
      attract();
    }
  }
  question.deadline = seconds === null || seconds === undefined ? null : performance.now() + 1000 * seconds;
  if (pending && pending.id !== id) forget();
  if (pending) deliver();
  showParts();
  tick();
}

// Chromium says when a question was painted. Elsewhere the second frame after it was put in begins about when the first is shown.
// A page that is hidden shows none.
let paint = null;

function notePaint(list) {
  const title = $("question-title");
  const entry = list.getEntries().find(({ element, renderTime }) => element && element === title && renderTime);
  if (!entry) return;
  paint = { title, at: entry.renderTime };
  if (question && question.painted !== null && question.first === null) question.painted = paint.at; // not once it was answered unseen
}

function awaitPaint(id) {
  requestAnimationFrame(() => requestAnimationFrame((painted) => {
    if (question?.id === id && question.painted === null && !document.hidden) begin(painted);
  }));
}

function begin(painted) {
  question.painted = paint?.title === $("question-title") ? paint.at : painted;
  for (const since of ["awaySince", "coveredSince"]) if (question[since] !== null) question[since] = painted;
  question.away = question.covered = 0;
  measurePictures();
}

// Words that the script adds to the form: #question-clock, and #question-note for what is to be confirmed or is being sent.
function addNotes() {
  if (!form() || $("question-note")) return;
  const clock = Object.assign(document.createElement("p"), { id: "question-clock", className: "quiet" });
  clock.setAttribute("aria-hidden", "true");
  const note = Object.assign(document.createElement("p"), { id: "question-note" });
  note.setAttribute("role", "status");
  $("question-title")?.after(clock);
  form().append(note);
}

// The parts that go with what is chosen: the text beside it, and no question for confirmation of another choice.
function showParts() {
  const radio = chosen();
  const part = second();
  if (part && radio) {
    const { then = part.dataset.prompt ?? "", draft } = radio.dataset;
    part.hidden = radio.dataset.then === "";
    const label = part.querySelector("label");
    const words = radio.closest("label")?.querySelector(".words > span")?.textContent.trim() ?? "";
    if (label && then) label.textContent = then.replaceAll("{first}", words);
    const text = form().elements.text;
    if (draft !== undefined && text && (!text.value || text.value === part.dataset.draft)) text.value = part.dataset.draft = draft;
  }
  if (question && question.sure !== radio) {
    if (question.sure) write("question-note", "");
    question.sure = null;
  }
}

function fillDraft(id) {
  const draft = store.get("draft");
  if (draft?.id !== id) return;
  for (const field of answerFields()) {
    if (field.type === "radio") field.checked = field.value === draft[field.name];
    else field.value = draft[field.name] ?? "";
  }
}

function keepDraft() {
  store.set("draft", { id: Number(form().elements.id.value), choice: valueOf("choice"), text: valueOf("text") });
}

function tellProblem(why) {
  write("question-problem", why);
  show("question-problem", Boolean(why));
  for (const each of answerFields()) each.setAttribute("aria-invalid", String(Boolean(why)));
  if (why) (chosen() || answerFields()[0])?.focus();
}

function submitAnswer({ timeStamp, submitter }) {
  const stamp = cause ?? timeStamp;
  if (!question || pending || isAnticipated(stamp)) return;
  if (submitter?.name === "forfeit") return sendAnswer({ type: "forfeit", id: question.id });
  const radio = chosen();
  if (radio?.dataset.sure && question.sure !== radio) {
    question.sure = radio;
    write("question-note", `${radio.dataset.sure} Press once more to send it.`);
    return;
  }
  tellProblem("");
  const isSilent = submitter?.name === "silent";
  const text = isSilent || second()?.hidden ? "" : valueOf("text") ?? "";
  const answer = { type: "answer", id: question.id, choice: valueOf("choice"), text, silent: isSilent, timing: timing(stamp) };
  if (question.width) answer.display = { mode: "css", width: question.width, height: question.height };
  sendAnswer(answer);
}

function sendAnswer(answer) {
  pending = answer;
  store.set("pending", pending);
  deliver();
}

function mark(isSending, words) {
  for (const button of form()?.querySelectorAll("button") || []) button.setAttribute("aria-disabled", String(isSending));
  form()?.setAttribute("aria-busy", String(isSending));
  write("question-note", words);
}

function deliver() {
  mark(true, send(pending) ? "Sending…" : "Sending as soon as the connection is back…");
}

function forget() {
  pending = null;
  store.drop("pending");
  mark(false, "");
}

function refuse({ id, why }) {
  if (question?.id !== id) return;
  forget();
  question.sure = null;
  tellProblem(why);
  say(why);
}

function close({ id, code, why }) {
  if (pending?.id === id) forget();
  if (store.get("draft")?.id === id) store.drop("draft");
  if (question?.id !== id && !isOpenFor(id)) return;
  question = null;
  const hadFocus = $("ask")?.contains(document.activeElement);
  put("ask", "");
  if (hadFocus) focusOn($("status") || log.part);
  if (code !== "answered") say(why || "The question is closed.");
  tick();
}

// Measured times

const isAway = () => document.hidden || !document.hasFocus();
const seconds = (milliseconds) => Math.max(0, Math.round(milliseconds)) / 1000;

function measureAbsence() {
  if (!question) return;
  const now = performance.now();
  for (const [name, since, isNow] of [["away", "awaySince", isAway()], ["covered", "coveredSince", document.hidden]]) {
    if (question[since] !== null) question[name] += now - question[since];
    question[since] = isNow ? now : null;
  }
}

function timing(stamp) {
  measureAbsence();
  const { received, painted, first, away, covered, keys, deletions, pasted, longPastes, anticipated } = question;
  const start = painted ?? received;
  return { shown: seconds(start - received), first_key: first === null ? null : seconds(first - start), submit: seconds(stamp - start),
    away: seconds(away), covered: seconds(covered), keys, deletions, pasted, long_pastes: longPastes, anticipated };
}

// Returns whether something was pressed before the question could be read.
const isAnticipated = (stamp) => question !== null && (question.painted === null || stamp < question.painted + NO_INPUT);

function noteInput(event) {
  if (!question) return;
  if (isAnticipated(event.timeStamp)) {
    question.anticipated++;
    return;
  }
  question.keys++;
  question.first ??= event.timeStamp;
}

// The stamp of the key or click that is dealt with now. A form is sent only after all of its handlers.
let cause = null;

function noteCause({ timeStamp }) {
  cause = timeStamp;
  setTimeout(() => { if (cause === timeStamp) cause = null; });
}

let lengthBefore = 0;
let selected = 0;

function noteTyping(event) {
  if (!question || !isTyped(event.target) || event.target.form !== form()) return;
  if (event.type === "beforeinput") {
    lengthBefore = event.target.value.length;
    selected = (event.target.selectionEnd ?? 0) - (event.target.selectionStart ?? 0);
    if (event.inputType === "insertFromPaste") {
      const length = (event.data ?? event.dataTransfer?.getData("text") ?? "").length;
      question.pasted += length;
      if (length > LONG_PASTE) question.longPastes++;
    }
  } else if (event.inputType?.startsWith("insert")) {
    if (!event.isComposing) question.deletions += selected;
  } else question.deletions += Math.max(0, lengthBefore - event.target.value.length);
}

// The largest picture that was on screen with the question, in CSS pixels.
function measurePictures() {
  if (!question?.painted) return;
  for (const picture of document.querySelectorAll("#panels img")) {
    const { width, height } = picture.getBoundingClientRect();
    if (!picture.complete || width * height <= question.width * question.height) continue;
    [question.width, question.height] = [Math.round(width), Math.round(height)];
  }
}

// Attention

let watchesSigns = false; // whether the server is told that somebody is here
let signed = -Infinity;

function showSign(event) {
  const isAsked = $("still-here") !== null;
  if (!watchesSigns || document.hidden || event.timeStamp - signed < (isAsked ? 300 : BETWEEN_SIGNS)) return;
  if (send({ type: "sign" })) signed = event.timeStamp;
}

let title = document.title;
const bell = import("./bell.js"); // which nothing waits for
const OPTIONS = ["mark-title", "ring", "notify"];
const isWanted = (name) => $(name)?.checked && document.hidden;

function tick() {
  const left = question?.deadline ? Math.max(0, Math.ceil((question.deadline - performance.now()) / 1000)) : null;
  const isAsked = $("still-here") !== null;
  const mark = (question || isAsked) && isWanted("mark-title") ? "● " : "";
  const words = isAsked ? "Are you still there? · " : question && !pending ? `${left === null ? "" : `(${left}) `}Your turn · ` : "";
  document.title = words ? mark + words + title : title;
  write("question-clock", left === null ? "" : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  for (const each of document.querySelectorAll("[data-left]")) {
    each.until ??= performance.now() + 1000 * each.dataset.left;
    each.textContent = Math.max(0, Math.ceil((each.until - performance.now()) / 1000));
  }
  if (left !== null && question && !pending) {
    const passed = WARNINGS.filter((each) => left <= each && question.warned > each);
    if (passed.length) {
      question.warned = Math.min(...passed);
      if (left > 0) say(`${left} seconds left.`);
    }
  }
}

function attract(isUrgent = false) {
  if (isWanted("ring") || (isUrgent && document.hidden)) bell.then(({ ring }) => ring());
  if (isWanted("notify") && Notification.permission === "granted") {
    const note = new Notification("Woozle: your turn", { tag: `woozle-${TABLE}` });
    note.onclick = () => { window.focus(); note.close(); };
  }
}

function startTheme() {
  const root = document.documentElement;
  const set = (theme) => { if (theme) root.dataset.theme = theme; };
  set(remembered("theme"));
  show("theme");
  $("theme")?.addEventListener("click", () => {
    const isDark = (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    set(isDark ? "light" : "dark");
    remember("theme", root.dataset.theme);
  });
}

function startSettings() {
  if (!$("settings")) return;
  show("settings");
  const hasNotifications = window.isSecureContext && "Notification" in window;
  show("notify-row", hasNotifications);
  if ($("pace")) {
    $("pace").value = remembered("pace") || "0";
    $("pace").addEventListener("change", (event) => {
      remember("pace", event.target.value);
      send({ type: "pace", speed: Number(event.target.value) });
    });
  }
  for (const name of OPTIONS) {
    if (!$(name)) continue;
    $(name).checked = remembered(name) === "yes" && (name !== "notify" || (hasNotifications && Notification.permission === "granted"));
    $(name).addEventListener("change", async (event) => {
      if (name === "notify" && event.target.checked) event.target.checked = (await Notification.requestPermission()) === "granted";
      remember(name, event.target.checked ? "yes" : "");
    });
  }
}

// Kept for its player: receipts, the deal and the end, in the order in which they came

function keep(message) {
  const lines = store.get("kept") || [];
  if (message.type === "receipt" && lines.some((each) => each.type === "receipt" && each.n === message.n)) return;
  if (message.type !== "receipt" && lines.some((each) => each.type === message.type && each.attempt === message.attempt)) return;
  store.set("kept", [...lines, message]);
}

const receiptCount = () => (store.get("kept") || []).filter((each) => each.type === "receipt").length;

function offerReceipts() {
  const link = $("keep-receipts");
  const lines = store.get("kept");
  if (!link || !lines?.some((each) => each.type === "receipt")) return;
  link.href = URL.createObjectURL(new Blob(lines.map((each) => `${JSON.stringify(each)}\n`), { type: "application/x-ndjson" }));
  link.download = `woozle-${TABLE}-receipts.jsonl`;
}

// The socket

let socket = null;
let isAdmitted = false;
let isWaiting = false; // until another window gives the seat away
let heard = 0;
let heartbeat = 10;
let tries = 0;
let retryAt = 0;
let isEnded = false;

function send(message) {
  if (!isAdmitted || socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function sendPace(skip = false) {
  const speed = Number(remembered("pace"));
  if (speed || skip) send({ type: "pace", speed, skip });
}

const HANDLERS = {
  hello(message) {
    const { type, host_key } = message;
    if (host_key) keep({ type, host_key });
    heartbeat = message.heartbeat || heartbeat;
    watchesSigns = Boolean(message.signs);
    tries = 0;
    isAdmitted = true;
    for (const id of ["connection", "player-notices"]) show(id, false);
    put("player-notices", ""); // what still holds comes again
    send({ type: "join", seen: log.next, receipts: receiptCount() });
  },
  room({ html }) {
    if (document.body.classList.contains("over")) return startAgain();
    put("room", html);
    setState("waiting");
  },
  table({ parts }) {
    if (parts.title !== undefined) {
      write("title", parts.title);
      title = [parts.title, GAME].filter(Boolean).join(" · ");
    }
    for (const id of ["role", "seats", "panels", "status", "presence"]) if (parts[id] !== undefined) put(id, parts[id]);
    setState("playing");
    measurePictures();
    showWhereYouAre();
    tick();
  },
  lines: addLines,
  ask,
  refused: refuse,
  closed: close,
  taken({ id }) {
    if (pending?.id === id) write("question-note", "Your answer has arrived.");
  },
  receipt: keep,
  presence: ({ html }) => put("presence", html),
  notices({ html, said }) {
    const hadFocus = $("player-notices")?.contains(document.activeElement);
    put("player-notices", html);
    show("player-notices", Boolean(html));
    if (hadFocus && !$("still-here")) focusOn($("question-title") || log.part);
    say(said);
    if ($("still-here")) {
      signed = -Infinity;
      attract(true);
    }
    tick();
  },
  behind: ({ events }) => show("behind", events > 0),
  welcome(message) {
    sendPace();
    const before = (store.get("kept") || []).find((each) => each.type === "welcome");
    if (before && before.match !== message.match) return startAgain();
    keep(message);
  },
  // Asked for a commitment first, and for the nonce once the commitments of all are out.
  deal(message) {
    const { attempt, commitments } = message;
    if (!Object.keys(commitments).length) return send({ type: "commit", attempt, commitment: commitment(attempt) });
    keep(message);
    if (commitments[PLACE] !== commitment(attempt)) return;
    const reveal = { type: "reveal", attempt, nonce: nonceFor(attempt) };
    keep(reveal);
    send(reveal);
  },
  over(message) {
    const { html, ...rest } = message;
    keep(rest);
    question = null;
    put("ask", "");
    put("ending", html);
    setState("over");
    focusOn($("over-title"));
    say(rest.why);
    offerReceipts();
    tick();
  },
  go: ({ address }) => location.replace(address),
  guess({ html }) {
    put("ask", html);
    focusOn($("guess-title"));
    say("The match is over. Who was human?");
    attract();
  },
  again: startAgain,
  waits({ why }) {
    isWaiting = true;
    write("connection-words", why);
    show("connection");
    show("try-now", false);
  },
  elsewhere: () => {
    show("elsewhere");
    $("stay")?.focus();
    say("Somebody opened this seat elsewhere. Do you stay here?");
  },
  bye({ why }) {
    write("connection-words", why);
    say(why);
  },
};

function receive(data) {
  heard = performance.now();
  const message = JSON.parse(data);
  if (isWaiting && !["beat", "bye"].includes(message.type)) show("connection", isWaiting = false);
  if (Object.hasOwn(HANDLERS, message.type)) HANDLERS[message.type](message);
}

function connect() {
  if (socket || isEnded) return;
  show("try-now");
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${SOCKET}`);
  socket = opened;
  heard = performance.now();
  opened.onmessage = (event) => { if (opened === socket) receive(event.data); };
  opened.onclose = (event) => { if (opened === socket) disconnect(event.code); };
}

function disconnect(code) {
  const [lost, hadSeat] = [socket, isAdmitted];
  socket = null;
  isAdmitted = isWaiting = false;
  if (lost && lost.readyState < WebSocket.CLOSING) lost.close();
  show("elsewhere", false);
  if (code === CLOSED.over) {
    isEnded = true;
    return;
  }
  if (code === CLOSED.notAdmitted && !hadSeat) return location.reload();
  show("connection");
  const isElsewhere = code === CLOSED.superseded || code === CLOSED.notAdmitted;
  if (code === CLOSED.closedByHost && $("closed")) return endEarly();
  if (isElsewhere || code === CLOSED.removed || code === CLOSED.closedByHost) {
    isEnded = true;
    if (isElsewhere) write("connection-words", "This seat is open in another window or browser.");
    write("try-now", "Use it here");
    show("try-now", isElsewhere);
    return;
  }
  if (pending) deliver();
  const wait = Math.min(SLOWEST_RETRY, 500 * 2 ** tries++) * (0.5 + Math.random() / 2);
  retryAt = performance.now() + wait;
  if (tries === 2) say("The connection was lost. Trying again.");
  write("try-now", "Try now");
  showRetry();
  setTimeout(() => { if (performance.now() >= retryAt - 5) connect(); }, wait);
}

// A match of a study that was ended before its end: what was said of it stands there, with the way on.
function endEarly() {
  isEnded = true;
  question = null;
  write("closed-why", $("connection-words").textContent);
  write("closed-on", "Continue");
  for (const id of ["ask", "ending", "player-notices"]) put(id, "");
  for (const id of ["connection", "player-notices"]) show(id, false);
  show("closed");
  setState("over");
  focusOn($("closed-title"));
  tick();
}

function showRetry() {
  const left = Math.max(0, Math.ceil((retryAt - performance.now()) / 1000));
  write("connection-words", socket ? "Connecting…" : `The connection was lost. Next try in ${left} s.`);
}

function reconnectNow() {
  isEnded = false;
  retryAt = Infinity;
  connect();
  if (!isAdmitted) write("connection-words", "Connecting…");
}

function watchSocket() {
  if (socket && performance.now() - heard > 2500 * heartbeat) disconnect(0);
  else if (!isAdmitted && !isEnded && retryAt < Infinity) showRetry();
}

// Joining

const hashToken = () => decodeURIComponent(location.hash.slice(1));

function ownSecret() {
  const secret = store.get("secret") || randomHex();
  store.set("secret", secret);
  return secret;
}

function tellJoin(why, isWaiting = false) {
  write("problem", isWaiting ? "" : why);
  show("problem", !isWaiting && Boolean(why));
  write("waiting", isWaiting ? why : "");
}

async function join(form) {
  const name = form.elements.name.value.trim();
  remember("name", name);
  const body = new URLSearchParams({ name, code: hashToken() || form.elements.code?.value || "", secret: ownSecret() });
  form.setAttribute("aria-busy", "true");
  let reply = null;
  try {
    const sent = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    reply = await sent.json();
  } catch { /* told below */ }
  form.removeAttribute("aria-busy");
  if (reply?.joined) {
    if (reply.recovery) store.set("recovery", reply.recovery);
    location.replace(BASE);
  } else if (reply?.waiting) {
    tellJoin(reply.why, true);
    setTimeout(() => join(form), 2000);
  } else tellJoin(reply?.why || "No answer came. Press Join again; you get the same seat.");
}

function hideCode(form) {
  show("code-row", false);
  form.elements.code.required = false;
}

async function startJoining(form) {
  if (hashToken()) hideCode(form);
  if (!form.elements.name.value) form.elements.name.value = remembered("name");
  // A cookie of SameSite=Strict does not come with a click on a page of another site.
  const reply = await fetch(`${BASE}/here`, { method: "POST" }).catch(() => null);
  if (reply?.ok && (await reply.json()).joined) location.replace(BASE);
}

function showRecovery() {
  const code = store.get("recovery");
  if (!code) return;
  write("recovery-code", code);
  show("recovery");
}

// Events of the page

function onKey(event) {
  noteInput(event);
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!form() || !question) return;
  const target = event.target;
  if (isTyped(target)) {
    if (event.key === "Enter" && !event.shiftKey && target.form === form()) {
      event.preventDefault();
      form().requestSubmit();
    }
    return;
  }
  const radio = event.key.length === 1 && form().querySelector(`[name=choice][data-key="${CSS.escape(event.key.toUpperCase())}"]`);
  if (!radio && (event.key !== "Enter" || target.closest("a, button, summary, select"))) return;
  event.preventDefault();
  if (isAnticipated(event.timeStamp)) return;
  if (radio) choose(radio);
  else form().requestSubmit();
}

function choose(radio) {
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
  const text = second()?.hidden ? null : second()?.querySelector("textarea, input");
  if (text && (text.required || radio.dataset.wantsText !== undefined)) text.focus();
  else radio.focus();
}

function onSubmit(event) {
  const sent = event.target; // whose `id` and `name` may be fields of it
  if (sent === form() && SOCKET) {
    event.preventDefault();
    submitAnswer(event);
  } else if (sent.matches("#join")) {
    event.preventDefault();
    join(sent);
  } else if (sent.matches("#watch")) {
    sent.elements.code.value = hashToken() || sent.elements.code.value;
  } else if (sent.dataset.quiet !== undefined) {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(sent));
    if (sent.closest("#ask")) put("ask", "");
    if (sent.dataset.quiet) {
      event.submitter?.setAttribute("aria-disabled", "true");
      if (event.submitter) event.submitter.textContent = sent.dataset.quiet;
      say(sent.dataset.quiet);
    }
    fetch(sent.action, { method: "POST", body }).catch(() => say("That did not arrive. Press again."));
  }
}

function onClick(event) {
  if (form()?.contains(event.target) && isAnticipated(event.timeStamp)) return event.preventDefault();
  const target = event.target.closest("#panels [data-target], #new-lines, #behind, #stay, #yield, #try-now, #recovery-kept, #still-here");
  if (!target) return;
  if (target.dataset.target !== undefined) {
    const radios = [...(form()?.querySelectorAll("[data-target]") || [])];
    const radio = radios.find((each) => each.dataset.target === target.dataset.target);
    if (radio && !isAnticipated(event.timeStamp)) choose(radio);
  } else if (target.id === "behind") {
    sendPace(true);
  } else if (target.id === "new-lines") {
    toEnd();
    log.part.focus();
  } else if (target.id === "stay" || target.id === "yield") {
    send({ type: "stay", yields: target.id === "yield" });
    show("elsewhere", false);
    focusOn($("question-title") || log.part);
  } else if (target.id === "try-now") {
    reconnectNow();
  } else if (target.id === "still-here") {
    showSign(event);
  } else {
    store.drop("recovery");
    show("recovery", false);
  }
}

function onChange(event) {
  if (!form() || event.target.form !== form()) return;
  keepDraft();
  showParts();
}

if (window.PerformanceObserver?.supportedEntryTypes.includes("element")) {
  new PerformanceObserver(notePaint).observe({ type: "element", buffered: true });
}
for (const kind of ["keydown", "keyup", "click"]) document.addEventListener(kind, noteCause, true);
for (const each of ["keydown", "pointerdown", "input", "wheel"]) document.addEventListener(each, showSign, { capture: true, passive: true });
document.addEventListener("keydown", onKey);
document.addEventListener("pointerdown", noteInput);
document.addEventListener("submit", onSubmit);
document.addEventListener("click", onClick);
document.addEventListener("change", onChange);
document.addEventListener("beforeinput", noteTyping);
document.addEventListener("input", (event) => {
  noteTyping(event);
  onChange(event);
});
document.addEventListener("visibilitychange", () => {
  measureAbsence();
  if (question?.painted === null) awaitPaint(question.id);
  tick();
  if (!document.hidden && !isEnded && SOCKET) reconnectNow();
});
document.addEventListener("load", measurePictures, true);
window.addEventListener("focus", measureAbsence);
window.addEventListener("blur", measureAbsence);
window.addEventListener("resize", measurePictures);
window.addEventListener("online", () => { if (!isEnded && SOCKET) reconnectNow(); });

startTheme();
showRecovery();
startSettings();
offerReceipts();
startLog();
showWhereYouAre();
if ($("join")) startJoining($("join"));
if ($("watch") && hashToken()) hideCode($("watch"));
window.addEventListener("hashchange", () => { // another link to the same table
  const entrance = $("join") || $("watch");
  if (entrance && hashToken()) hideCode(entrance);
});
if (SOCKET) {
  document.documentElement.classList.add("script");
  if (location.hash && !$(location.hash.slice(1))) history.replaceState(null, "", location.pathname); // not a line of the log
  connect();
  setInterval(() => {
    watchSocket();
    tick();
  }, 1000);
}

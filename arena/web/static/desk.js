// Pages that are fetched again every few seconds: those of operators and hosts, and those of people in line, in hidden tabs too.
// A link's fragment fills the field it is for.

const live = document.querySelector("[data-again]");
const field = document.querySelector("[data-fragment]");

const nameOf = (form) => form && [...new FormData(form)].join();

const regionName = (each) => each.getAttribute("aria-labelledby") ?? each.getAttribute("aria-label");

async function lookAgain() {
  if (live.contains(getSelection().anchorNode) && !getSelection().isCollapsed) return;  // something is being copied
  if (document.hidden && !("hidden" in live.dataset)) return;
  const reply = await fetch(live.dataset.from ?? location.pathname).catch(() => null);
  if (reply?.status === 404) return location.reload();  // the server has started anew, and knows this browser no more
  if (!reply?.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.querySelector("[data-again]");
  if (!fresh) return location.reload();  // it is another page now
  if (fresh.innerHTML === live.innerHTML) return;
  const focused = live.contains(document.activeElement) ? nameOf(document.activeElement.form) : null;
  const scrolled = new Map([...live.querySelectorAll(".scroller")].map((each) => [regionName(each), [each.scrollLeft, each === document.activeElement]]));
  live.replaceChildren(...fresh.childNodes);
  for (const each of live.querySelectorAll(".scroller")) {
    const [left, hadFocus] = scrolled.get(regionName(each)) ?? [0, false];
    each.scrollLeft = left;
    if (hadFocus) each.focus({ preventScroll: true });
  }
  if (focused) [...live.querySelectorAll("form")].find((each) => nameOf(each) === focused)?.querySelector("button").focus();
  if (live.dataset.said !== fresh.dataset.said) document.getElementById("said").textContent = fresh.dataset.said;
  live.dataset.said = fresh.dataset.said;
}

if (live) setInterval(lookAgain, 1000 * live.dataset.again);
if (field && location.hash) {
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}

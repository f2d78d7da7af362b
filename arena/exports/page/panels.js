/* What stands on the table beside the map. Each is given a part of it and fills its place. */
function grid(columns, rows, note) {
  const scroller = element("div", "", "scroller");
  scroller.tabIndex = 0;
  const made = element("table");
  const head = made.createTHead().insertRow();
  for (const title of columns) {
    const cell = element("th", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = made.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    cells.forEach((text, at) => {
      const cell = element(at ? "td" : "th", text);
      if (!at) cell.scope = "row";
      row.append(cell);
    });
  }
  scroller.append(made);
  return note ? [scroller, element("p", note, "quiet")] : [scroller];
}

function answer(said) {
  if (!said) return "";
  const [text, isRight, turned] = said;
  return [isRight === true ? "✓" : isRight === false ? "✗" : "", text || "no answer", turned ? `(${turned})` : ""].join(" ").trim();
}

const PANELS = {
  title: (place, text) => { place.textContent = text; },
  role: (place, told) => { place.replaceChildren(...(told[0] ? [element("strong", told[0]), " "] : []), told[1]); },
  status: (place, lines) => { place.replaceChildren(...lines.map((line) => element("li", line))); },
  picture: (place, pictures) => {
    place.replaceChildren(...pictures.map(([caption, address]) => {
      const shown = element("li");
      if (address.startsWith("data:image/")) {
        const image = element("img");
        image.src = address;
        image.alt = caption;
        shown.append(image);
      }
      shown.append(element("span", caption));
      return shown;
    }));
  },
  sheet: (place, { columns, rows, note }) => { place.replaceChildren(...grid(columns, rows, note)); },
  page: (place, { title, lines, note }) => {
    const told = lines.map(([text, tone, label]) => element("p", label ? `${label}: ${text}` : text, `tone-${tone}`));
    place.replaceChildren(element("h3", title), ...(note ? [element("p", note, "quiet")] : []), ...told);
  },
  graph: (place, { title, nodes }) => {
    const rounds = Math.max(1, ...nodes.map((node) => node.said.length));
    const columns = ["Seat", ...Array.from({ length: rounds }, (_, at) => `Round ${at + 1}`), "Listens to"];
    const rows = nodes.map(({ name, said, hears, note }) => [
      name, ...Array.from({ length: rounds }, (_, at) => answer(said[at])), hears.join(", ") || note,
    ]);
    place.replaceChildren(element("h3", title), ...grid(columns, rows));
  },
  seats: (place, cards) => {
    place.replaceChildren(...cards.map(([number, letter, name, status, note, isAlive, isSpeaking, isYou]) => {
      const card = element("li", "", `seat-${number % 11}${isAlive ? "" : " gone"}${isSpeaking ? " speaks" : ""}`);
      card.append(element("b", letter), " ", element("span", isYou ? `${name} (you)` : name, "name"));
      if (status) card.append(" ", element("em", status));
      if (note) card.append(" ", element("span", note, "quiet"));
      return card;
    }));
  },
  tasks: (place, tasks) => {
    const lines = tasks.map(([title, room, done, needed]) => element("li", `${title}, ${room}: ${done} of ${needed}`));
    const list = element("ul");
    list.append(...lines);
    place.replaceChildren(...(lines.length ? [element("h3", "Tasks"), list] : []));
  },
};

function ending(result) {
  const parts = [element("p", result.headline, "headline")];
  if (result.reason && result.reason !== result.headline) parts.push(element("p", result.reason));
  if (result.ranks) parts.push(...grid(result.ranks.columns, result.ranks.rows, result.ranks.note));
  const facts = element("ul");
  facts.append(...result.facts.map((fact) => element("li", fact)));
  return [...parts, facts];
}

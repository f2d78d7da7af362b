"use strict";

/* Everything that comes from the match is set as text or as a number, never as markup. */
function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== "") made.textContent = text;
  if (className) made.className = className;
  return made;
}

function drawn(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

const ROOM = { width: 176, height: 84 };
const SPACE = { x: 40, y: 30 };

/* The least scale at which no two rooms overlap: each pair has to be apart either way. */
function scaleOf(rooms) {
  let least = 1;
  rooms.forEach(([, x, y], at) => {
    for (const [, otherX, otherY] of rooms.slice(at + 1)) {
      const across = Math.abs(x - otherX), down = Math.abs(y - otherY);
      if (!across && !down) continue;
      least = Math.max(least, Math.min((ROOM.width + SPACE.x) / across, (ROOM.height + SPACE.y) / down));
    }
  });
  return least;
}

function drawMap(map, chart, seats) {
  const scale = scaleOf(map.rooms);
  const places = map.rooms.map(([, x, y]) => [x * scale, y * scale]);
  const xs = places.map(([x]) => x), ys = places.map(([, y]) => y);
  const left = Math.min(...xs) - ROOM.width / 2 - 8, top = Math.min(...ys) - ROOM.height / 2 - 8;
  const width = Math.max(...xs) - left + ROOM.width / 2 + 8, height = Math.max(...ys) - top + ROOM.height / 2 + 8;
  const picture = drawn("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": inWords(map, chart, seats) });
  const travelled = new Map(chart.ways.map(([at, isMine, travellers]) => [at, { isMine, travellers }]));
  map.ways.forEach(([from, to, ticks], at) => {
    if (places[from] && places[to]) picture.append(...drawWay(places[from], places[to], ticks, travelled.get(at), chart.letters));
  });
  const inside = new Map(chart.rooms.map(([at, ...rest]) => [at, rest]));
  map.rooms.forEach(([title, , , hasButton], at) => {
    picture.append(drawRoom(title, hasButton, places[at], inside.get(at) || [false, [], [], ""], chart.letters));
  });
  return picture;
}

function drawWay([x1, y1], [x2, y2], ticks, travelled, letters) {
  const x = (x1 + x2) / 2, y = (y1 + y2) / 2;
  const parts = [drawn("line", { x1, y1, x2, y2, class: travelled && travelled.isMine ? "way mine" : "way" })];
  parts.push(drawn("circle", { cx: x, cy: y, r: 11, class: "ticks" }), drawn("text", { x, y: y + 5, class: "ticks" }, String(ticks)));
  if (travelled) travelled.travellers.forEach((who, at) => parts.push(token(who, letters, x + 26 + at * 24, y)));
  return parts;
}

function drawRoom(title, hasButton, [x, y], [isHere, people, bodies, task], letters) {
  const room = drawn("g", {});
  const left = x - ROOM.width / 2, top = y - ROOM.height / 2;
  room.append(drawn("rect", { x: left, y: top, width: ROOM.width, height: ROOM.height, rx: 8, class: isHere ? "room here" : "room" }));
  room.append(drawn("text", { x: left + 10, y: top + 22, class: "name" }, cut(`${title}${hasButton ? " !" : ""}`, 19)));
  if (task) room.append(drawn("text", { x: left + 10, y: top + 40, class: "task" }, cut(`◇ ${task}`, 22)));
  const tokens = people.map((who) => [who, false]).concat(bodies.map((who) => [who, true]));
  if (isHere) tokens.unshift([0, false]);
  tokens.slice(0, 12).forEach(([who, isBody], at) => {
    room.append(token(who, letters, left + 20 + (at % 6) * 27, top + 60 + Math.floor(at / 6) * 18 - (tokens.length > 6 ? 10 : 0), isBody));
  });
  return room;
}

function token(who, letters, x, y, isBody) {
  const group = drawn("g", { class: `token seat-${who % 11}${isBody ? " body" : ""}` });
  const letter = who ? Array.from(letters)[who - 1] || "?" : "@";
  group.append(drawn("circle", { cx: x, cy: y, r: 11 }), drawn("text", { x, y: y + 5 }, isBody ? `†${letter}` : letter));
  return group;
}

function inWords(map, chart, seats) {
  const name = (who) => (seats[who - 1] ? seats[who - 1].name : "somebody");
  const told = chart.rooms.filter(([, isHere, people, bodies]) => isHere || people.length || bodies.length);
  const rooms = told.map(([at, isHere, people, bodies]) => {
    const there = [...(isHere ? ["you"] : []), ...people.map(name), ...bodies.map((who) => `the body of ${name(who)}`)];
    return `${map.rooms[at][0]}: ${there.join(", ")}`;
  });
  const under = chart.ways.filter(([, , travellers]) => travellers.length).map(([at, , travellers]) => {
    const [from, to] = map.ways[at];
    return `between ${map.rooms[from][0]} and ${map.rooms[to][0]}: ${travellers.map(name).join(", ")}`;
  });
  return ["Map", ...rooms, ...under].join(". ");
}

function cut(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

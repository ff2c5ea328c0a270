// The plain client: a lobby and a table as text and buttons. It knows no rules; it draws what the server sends.

const $ = (id) => document.getElementById(id);
const RANKS = "23456789TJQKA";
const SUITS = ["♣", "♦", "♥", "♠"];
const CLASSES = ["c", "d", "h", "s"];
const REFRESH_MS = 250;

let me = null;
let socket = null;
let table = null;
let view = null;
let turn = null;
let lobby = null;
let have = {};
let retryMs = 500;
let refreshing = 0;

// Words

const money = (cents) => (cents / 100).toFixed(2).replace(/\.00$/, "");

function card(number) {
  const span = document.createElement("span");
  span.className = `card ${number < 0 ? "" : CLASSES[number % 4]}`;
  span.textContent = number < 0 ? "??" : RANKS[Math.floor(number / 4)] + SUITS[number % 4];
  return span;
}

const plain = (cards) => cards.map((one) => card(one).textContent).join(" ");

function named(seat) {
  const place = view?.places.find((one) => one.seat === seat);
  return place ? place.name : `Seat ${seat}`;
}

const SENTENCES = {
  hand_started: (e) => `A new hand; the button is in seat ${e.button}.`,
  posted: (e) => `${named(e.seat)} posts ${e.kind.replaceAll("_", " ")} ${money(e.by)}`,
  folded: (e) => `${named(e.seat)} folds`,
  checked: (e) => `${named(e.seat)} checks`,
  called: (e) => `${named(e.seat)} calls ${money(e.by)}`,
  raised: (e) => `${named(e.seat)} raises to ${money(e.to)}`,
  board_dealt: (e) => `${e.street}: ${plain(e.cards)}`,
  uncalled_returned: (e) => `Uncalled bet ${money(e.by)} returned to ${named(e.seat)}`,
  shown: (e) => `${named(e.seat)} shows ${plain(e.hole)}`,
  pot_awarded: (e) => e.seats.map((seat, i) => `${named(seat)} collects ${money(e.shares[i])}`).join(", "),
  sat_out: (e) => `${named(e.seat)} sits out`,
  came_back: (e) => `${named(e.seat)} is back`,
  chat_said: (e) => `${e.name}: ${e.text}`,
  announced: (e) => `The house: ${e.text}`,
  table_frozen: () => "This table has stopped; its hand is void and all bets went back.",
};

function log(text) {
  const line = document.createElement("li");
  line.textContent = text;
  $("log").append(line);
  while ($("log").children.length > 200) $("log").firstChild.remove();
  line.scrollIntoView({ block: "nearest" });
}

// Talking to the server

async function post(path, body = {}) {
  const headers = { "Content-Type": "application/json" };
  if (me?.csrf) headers["X-CSRF-Token"] = me.csrf;
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(sentence(said));
  return said;
}

function sentence(refusal) {
  const legal = Object.entries(refusal.d ?? {}).map(([name, value]) => `${name} ${value}`).join(", ");
  return `${refusal.reason.replaceAll("_", " ")}${legal ? `: ${legal}` : ""} (${refusal.rule})`;
}

async function connect() {
  const { ticket } = await post("/api/ticket");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/socket?ticket=${encodeURIComponent(ticket)}`);
  socket.onopen = () => {
    retryMs = 500;
    send({ t: "hello", protocols: [1], client: "plain", resume: Object.keys(have).length > 0, have });
  };
  socket.onmessage = (event) => heard(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4003) return say("This seat is open in another window.");
    say("Reconnecting…");
    setTimeout(() => connect().catch(again), retryMs + Math.random() * retryMs);
    retryMs = Math.min(retryMs * 2, 15000);
  };
}

function again() {
  setTimeout(() => connect().catch(again), retryMs);
  retryMs = Math.min(retryMs * 2, 15000);
}

const send = (message) => socket.send(JSON.stringify(message));
const ask = (message) => send({ id: crypto.randomUUID(), ...message });

document.addEventListener("click", () => ($("refusal").textContent = ""));

function heard(message) {
  if (message.v && message.ch) have[message.ch] = message.v;
  if (message.t === "hello") return welcome();
  if (message.t === "ack") return answered(message.d);
  if (message.t === "refused") return ($("refusal").textContent = sentence(message));
  if (message.ch === "lobby") return heardLobby(message);
  if (message.ch === "me") return heardMe(message);
  if (message.ch === table) heardTable(message);
}

function welcome() {
  for (const channel of ["lobby", "me", table]) {
    if (channel && !(channel in have)) ask({ t: "subscribe", ch: channel });
  }
}

function answered(content) {
  const offer = content?.offers?.[0];
  if (offer) takeSeat(offer);
  else if (content?.queued?.length) say(`Waiting for a seat, place ${content.queued[0].place}.`);
}

function takeSeat(offer) {
  const terms = offer.buy_in;
  const channel = `table:${offer.table}`;
  $("offer").hidden = false;
  $("offer-words").textContent = `A seat is kept for you. Buy in for ${money(terms.least)} to ${money(terms.most)}:`;
  Object.assign($("amount"), { min: terms.least / 100, max: terms.most / 100, step: 0.01, value: terms.most / 100 });
  $("amount").focus();
  $("offer").onsubmit = (event) => {
    event.preventDefault();
    $("offer").hidden = true;
    watch(channel);
    ask({ t: "sit", ch: channel, amount: Math.round(Number($("amount").value) * 100) });
  };
  $("decline").onclick = () => {
    $("offer").hidden = true;
    ask({ t: "decline", ch: channel });
  };
}

function watch(channel) {
  table = channel;
  view = turn = null;
  delete have[channel];
  $("log").replaceChildren();
  ask({ t: "subscribe", ch: channel });
  show("table");
}

// Lobby

function heardLobby(message) {
  if (message.t === "snapshot") lobby = message.d;
  else if (message.d?.stakes && lobby) {
    const key = (row) => [row.game, row.format, row.small_blind, row.big_blind].join();
    const changed = new Map(message.d.stakes.map((row) => [key(row), row]));
    lobby.stakes = lobby.stakes.map((row) => changed.get(key(row)) ?? row);
  }
  if (lobby) drawLobby();
}

function drawLobby() {
  $("stakes").replaceChildren(
    ...lobby.stakes.map((row) => {
      const line = document.createElement("tr");
      const words = [
        `${row.game === "nl-holdem" ? "No-limit Hold'em" : "Pot-limit Omaha"}${row.format === "ordinary" ? "" : `, ${row.format}`}`,
        `${money(row.small_blind)}/${money(row.big_blind)}`,
        row.min_buy_in === row.max_buy_in ? money(row.max_buy_in) : `${money(row.min_buy_in)} to ${money(row.max_buy_in)}`,
        row.players + (row.admits.includes("practice") ? " (practice players)" : ""),
        row.waiting,
      ];
      line.append(...words.map((word) => Object.assign(document.createElement("td"), { textContent: word })));
      const cell = document.createElement("td");
      const button = Object.assign(document.createElement("button"), { textContent: "Play" });
      const { game, format, small_blind, big_blind } = row;
      button.onclick = () => ask({ t: "play", game, format, small_blind, big_blind });
      button.setAttribute("aria-label", `Play ${words[0]} ${words[1]}`);
      cell.append(button);
      line.append(cell);
      return line;
    }),
  );
}

function heardMe(message) {
  const content = message.d;
  if (message.t === "snapshot" || content?.type === "balance_changed") {
    say(`${me.name}: ${money(content.balance)} ${content.currency}`);
    if (content.seats?.length && !table) watch(`table:${content.seats[0].table}`);
  }
  if (content?.type === "seat_offered") takeSeat(content);
}

// Table

function heardTable(message) {
  if (message.t === "snapshot") {
    view = message.d;
    drawTable();
  } else if (message.t === "turn") {
    turn = message.d;
    drawActions();
    document.title = "Your turn - cardroom";
  } else if (message.t === "event") {
    const words = SENTENCES[message.d.type];
    if (words) log(words(message.d));
    if (message.d.type === "clock_started" && view) view.clock = message.d;
    refresh();
  } else if (message.t === "closed") {
    leaveTable();
  }
}

// The server is asked for a fresh picture instead of computing one here: this client knows no rules.
function refresh() {
  if (refreshing) return;
  refreshing = setTimeout(() => {
    refreshing = 0;
    if (table && socket.readyState === WebSocket.OPEN) ask({ t: "subscribe", ch: table });
  }, REFRESH_MS);
}

function drawTable() {
  const hand = view.hand;
  $("table-name").textContent =
    `Table ${view.table}, ${view.stake.name} ${money(view.stake.small_blind)}/${money(view.stake.big_blind)}, hand ${view.number}`;
  $("seats").replaceChildren(
    ...view.places.map((place) => {
      const seat = hand?.seats.find((one) => one.seat === place.seat);
      const item = document.createElement("li");
      const acting = hand?.actor === place.seat;
      item.className = `${acting ? "turn" : ""} ${seat && !seat.live ? "folded" : ""}`;
      const notes = [
        hand?.button === place.seat ? "button" : "",
        place.out_since_ms === null ? "" : "sitting out",
        place.connected ? "" : "reconnecting",
        acting ? "to act" : "",
        seat && !seat.live ? "folded" : "",
        seat?.all_in ? "all-in" : "",
      ].filter(Boolean);
      const name = Object.assign(document.createElement("div"), { className: "name", textContent: place.name });
      const stack = document.createElement("div");
      stack.textContent = `${money(seat ? seat.stack : place.stack)}${seat?.bet ? `, bet ${money(seat.bet)}` : ""}`;
      const cards = document.createElement("div");
      if (seat?.live) cards.append(...seat.hole.map(card));
      const note = Object.assign(document.createElement("small"), { textContent: notes.join(", ") });
      item.append(name, stack, cards, note);
      return item;
    }),
  );
  $("board").replaceChildren(...(hand?.board ?? []).map(card));
  if (hand?.chips_in) $("board").append(` Pot ${money(hand.chips_in)}`);
  drawActions();
}

function drawActions() {
  const mine = turn && view?.hand && !view.hand.is_over && turn.hand === view.number;
  if (!mine) return $("actions").replaceChildren();
  const button = (words, kind, action, to = 0) => {
    const made = Object.assign(document.createElement("button"), { textContent: words, className: kind });
    made.onclick = () => act(action, typeof to === "function" ? to() : to);
    return made;
  };
  const bar = [button("Fold", "fold", "fold")];
  bar.push(turn.check ? button("Check", "call", "check") : button(`Call ${money(turn.call)}`, "call", "call"));
  if (turn.raise_to) {
    const amount = Object.assign(document.createElement("input"), {
      type: "number", step: "0.01", min: turn.raise_from / 100, max: turn.raise_to / 100, value: turn.raise_from / 100,
    });
    amount.setAttribute("aria-label", `Raise to, from ${money(turn.raise_from)} to ${money(turn.raise_to)}`);
    bar.push(amount, button("Raise to", "raise", "raise", () => Math.round(Number(amount.value) * 100)));
    bar.push(button(`All-in ${money(turn.raise_to)}`, "raise", "raise", turn.raise_to));
  }
  $("actions").replaceChildren(...bar);
}

function act(action, to) {
  ask({ t: "act", ch: table, hand: turn.hand, turn: turn.turn, a: action, to });
  turn = null;
  document.title = "cardroom";
  $("actions").replaceChildren();
}

function leaveTable() {
  if (table) ask({ t: "unsubscribe", ch: table });
  delete have[table];
  table = view = turn = null;
  show("lobby");
}

// The page

function say(text) {
  $("me").textContent = text;
}

function show(section) {
  for (const id of ["door", "lobby", "table"]) $(id).hidden = id !== section;
  $("lobby-link").hidden = section !== "table";
}

async function comeIn(path, body) {
  try {
    me = await post(path, body);
    show("lobby");
    await connect();
  } catch (error) {
    $("refusal").textContent = error.message;
  }
}

setInterval(() => {
  const clock = view?.clock;
  const left = clock ? Math.max(0, Math.ceil((clock.deadline_ms - Date.now()) / 1000)) : 0;
  $("clock").textContent = clock ? `${named(clock.seat)}: ${left} s${left ? "" : ", time bank"}` : "";
  if (socket?.readyState === WebSocket.OPEN && Math.random() < 0.2) send({ t: "ping", n: Date.now() });
}, 1000);

$("guest").onclick = () => comeIn("/api/guest");
const credentials = () => Object.fromEntries(new FormData($("login")));
$("login").onsubmit = (event) => {
  event.preventDefault();
  comeIn("/api/login", credentials());
};
$("register").onclick = () => $("login").reportValidity() && comeIn("/api/register", credentials());
$("lobby-link").onclick = leaveTable;
$("settings").onclick = (event) => {
  const what = event.target.dataset.say;
  if (!what || !table) return;
  const more = { enter: { post: true }, top_up: { amount: view?.stake.max_buy_in ?? 0 } };
  ask({ t: what, ch: table, ...more[what] });
  if (what === "leave") leaveTable();
};

fetch("/api/me")
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)))
  .then((known) => {
    me = known;
    show("lobby");
    return connect();
  })
  .catch(() => {
    say("Welcome.");
    show("door");
  });

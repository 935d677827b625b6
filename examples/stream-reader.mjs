/**
 * Follows an order book: keeps its depth, prints what changes, and comes back by itself.
 * Run it beside a local exchange:  node examples/stream-reader.mjs
 */
import WebSocket from 'ws';

const exchange = process.env.TOKENBOOK_URL ?? 'http://127.0.0.1:8080';
const model = process.env.MODEL ?? 'llama-3.3-70b';
const region = process.env.REGION ?? 'any';

const address = new URL(`${exchange.replace(/^http/, 'ws')}/market/v1/orderbook`);
address.search = new URLSearchParams({ model_id: model, region }).toString();

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 30_000;
/** The gateway pings twice a minute: after so long a silence the connection is dead. */
const SILENCE_MS = 75_000;

/** The depth as it stands. A snapshot is whole: it replaces everything, also after a reconnection. */
let book = { bids: [], asks: [] };
let failures = 0;

connect();

function connect() {
  const socket = new WebSocket(address);
  let watchdog;
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => socket.terminate(), SILENCE_MS);
  };
  alive();
  socket.on('ping', alive);
  socket.on('message', (data) => {
    alive();
    take(JSON.parse(data));
  });
  socket.on('unexpected-response', (_request, response) => {
    console.log(`refused: ${response.statusCode}`);
    // A bad query stays bad; everything else may pass.
    if (response.statusCode < 500 && response.statusCode !== 429) process.exit(1);
    socket.terminate();
  });
  socket.on('error', () => {});
  socket.on('close', (code) => {
    clearTimeout(watchdog);
    const waitMs = backoffMs();
    console.log(`disconnected (${code}), again in ${waitMs} ms`);
    setTimeout(connect, waitMs);
  });
}

function take(message) {
  if (message.type === 'trade') {
    const { taker_side: side, quantity, price } = message;
    return console.log(`trade  ${side} ${quantity} tokens at ${price}, ${message.region}`);
  }
  // Only what was read counts as a connection: a gateway that accepts and drops is not stormed.
  failures = 0;
  book = { bids: message.bids, asks: message.asks };
  console.log(
    `book   ${shown(book.bids[0])} / ${shown(book.asks[0])}, version ${message.sequence}`,
  );
}

/** Doubles with every failure; anything up to it, so that many readers do not come at once. */
function backoffMs() {
  const mostMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures);
  failures += 1;
  return Math.round(Math.random() * mostMs);
}

function shown(level) {
  return level ? `${level.quantity} at ${level.price}` : 'nothing';
}

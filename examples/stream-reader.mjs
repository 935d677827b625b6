/**
 * Follows an order book: keeps its depth, prints changes, and reconnects.
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
/** The gateway pings twice a minute. A connection that is silent for this long is dead. */
const SILENCE_MS = 75_000;

/** The current depth. A snapshot is complete and replaces it, also after a reconnection. */
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
    // A bad query stays bad. Other refusals may be temporary.
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
  // Only a message that was read ends the backoff: a gateway may accept a connection and drop it.
  failures = 0;
  book = { bids: message.bids, asks: message.asks };
  console.log(
    `book   ${shown(book.bids[0])} / ${shown(book.asks[0])}, version ${message.sequence}`,
  );
}

/** The limit doubles with every failure. The wait is random below it, so that readers do not reconnect together. */
function backoffMs() {
  const mostMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures);
  failures += 1;
  return Math.round(Math.random() * mostMs);
}

function shown(level) {
  return level ? `${level.quantity} at ${level.price}` : 'nothing';
}

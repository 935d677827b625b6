/** Rooms of socket.io beside the raw stream, and several gateways that show the same. */
import { type Socket, io } from 'socket.io-client';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { StreamClient, Voice, bookMessage, trade } from './client';

let exchange: Exchange;
let voice: Voice;
const sockets: Socket[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  voice.close();
  await exchange.stop();
});

interface Member {
  readonly socket: Socket;
  readonly messages: any[];
  readonly book: any;
}

function enter(gateway = 0): Member {
  const socket = io(exchange.url(gateway), { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  const messages: any[] = [];
  for (const name of ['orderbook_snapshot', 'trade']) {
    socket.on(name, (body) => messages.push(body));
  }
  return {
    socket,
    messages,
    get book() {
      return messages.filter(({ type }) => type === 'orderbook_snapshot').at(-1);
    },
  };
}

test('a room gets what the raw stream gets, from either gateway', async () => {
  const model = newModel();
  const members = [enter(0), enter(0), enter(1)];
  const readers = await Promise.all(
    [0, 1].map((gateway) => StreamClient.open(exchange.url(gateway), `model_id=${model}`)),
  );
  for (const { socket } of members) {
    expect(await socket.emitWithAck('subscribe', { model_id: model.toUpperCase() })).toEqual({
      room: `${model}|spot|any`,
    });
  }
  for (const member of members) await until(() => member.book, { what: 'the first snapshot' });
  for (let sequence = 1; sequence <= 20; sequence++) {
    voice.say(bookMessage(model, sequence, { trades: [trade()] }));
  }
  for (const reader of readers) await reader.reaches(20);
  for (const member of members) {
    await until(() => member.book.sequence === 20, { what: 'the last snapshot' });
  }
  const [first] = readers;
  for (const { messages, book } of [...members, readers[1]!]) {
    expect(book).toEqual(first!.book);
    expect(messages.filter(({ type }: any) => type === 'trade')).toEqual(first!.trades);
  }
  expect(first!.trades).toHaveLength(20);
  for (const reader of readers) reader.close();
});

test('a member gets the views that it asked for, until it leaves', async () => {
  const model = newModel();
  const member = enter();
  const view = { model_id: model, region: 'apac' };
  await member.socket.emitWithAck('subscribe', view);
  await member.socket.emitWithAck('subscribe', { model_id: model, tenor: '1d' });
  const east = trade();
  const apac = trade({ region: 'apac' });
  voice.say(bookMessage(model, 1, { asks: { apac: [['2', '5']] }, trades: [east, apac] }));
  await until(() => member.messages.length === 4, { what: 'two first snapshots and an update' });
  expect(member.messages.slice(2)).toEqual([
    expect.objectContaining(apac),
    expect.objectContaining({ region: 'apac', asks: [{ price: '2', quantity: '5' }] }),
  ]);
  await member.socket.emitWithAck('unsubscribe', view);
  voice.say(bookMessage(model, 2));
  voice.say(bookMessage(model, 1, { tenor: '1d' }));
  await until(() => member.book.tenor === '1d' && member.book.sequence === 1, {
    what: 'the other view',
  });
  expect(member.messages).toHaveLength(5);
});

test('a bad request is answered in the shape of the Market surface', async () => {
  const { socket, messages } = enter();
  const requests = [
    undefined,
    null,
    'text',
    {},
    { model_id: 'a b' },
    { model_id: 'a', region: 'x' },
  ];
  const answers: any[] = [];
  for (const request of requests) answers.push(await socket.emitWithAck('subscribe', request));
  expect(answers.map(({ code }) => code)).toEqual([
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'invalid_request',
    'invalid_model',
    'invalid_region',
  ]);
  expect(answers.at(-1)).toEqual({
    code: 'invalid_region',
    message: answers.at(-1).message,
    error: answers.at(-1).message,
    param: 'region',
    documentation_url: '/docs/errors/invalid_region',
  });
  for (let count = 1; count <= 32; count++) {
    const answer = await socket.emitWithAck('subscribe', { model_id: `room-${count}` });
    expect(answer).toEqual({ room: `room-${count}|spot|any` });
  }
  const oneMore = await socket.emitWithAck('subscribe', { model_id: 'room-33' });
  expect(oneMore.code).toBe('invalid_request');
  expect(messages).toHaveLength(32);
});

test('a message that comes twice, or behind a newer one, is told to no room', async () => {
  const model = newModel();
  const member = enter();
  await member.socket.emitWithAck('subscribe', { model_id: model });
  const told = trade();
  voice.say(bookMessage(model, 5, { trades: [told] }));
  await until(() => member.book?.sequence === 5, { what: 'the first book' });
  voice.say(bookMessage(model, 5, { trades: [told] }));
  voice.say(bookMessage(model, 4));
  voice.say(bookMessage(model, 1, { epoch: 2 }));
  await until(() => member.book.sequence === 1, { what: 'the next epoch' });
  voice.say(bookMessage(model, 9)); // of the epoch before
  voice.say(bookMessage(model, 2, { epoch: 2 }));
  await until(() => member.book.sequence === 2, { what: 'the last book' });
  const of = (name: string) => member.messages.filter(({ type }) => type === name);
  expect(of('orderbook_snapshot').map(({ sequence }) => sequence)).toEqual([0, 5, 1, 2]);
  expect(of('trade')).toMatchObject([told]);
});

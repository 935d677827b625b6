/** Every declared message: described, with an example that fits; every refusal has a declared code. */
import { once } from 'node:events';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { type Socket, io } from 'socket.io-client';
import { newModel } from '../e2e/market';
import { describeStream } from '../../api/stream/asyncapi';
import {
  type DeclaredMessage,
  type ReceivedMessage,
  streamChannels,
  streamMessages,
} from '../../api/stream/declarations';
import { parseMessage, parseUpgrade } from '../../api/stream/declared-messages';
import { Exchange } from '../support/exchange';
import { StreamClient, refusal } from './client';

const document: any = describeStream();
const ajv = new Ajv({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'stream');

const messages = Object.entries<DeclaredMessage>(streamMessages);
const received = messages.filter(
  (one): one is [string, ReceivedMessage] => one[1].direction === 'received',
);

let exchange: Exchange;
let socket: Socket;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  socket = io(exchange.url(), { transports: ['websocket'], forceNew: true });
  await once(socket as unknown as NodeJS.EventEmitter, 'connect');
});
afterAll(async () => {
  socket.disconnect();
  await exchange.stop();
});

/** Each message of the description: its name, and its examples. */
const described = Object.entries<any>(document.components.messages);

test.each(described)('the example of %s fits its schema', (_name, { payload, examples }) => {
  const validate = ajv.getSchema(`stream${payload.$ref}`)!;
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    expect([validate(example.payload), validate.errors]).toEqual([true, null]);
  }
});

test.each(messages)('%s is described on its channels, with an operation', (name, declared) => {
  expect(document.components.messages[name].summary).toBe(declared.summary);
  const action = declared.direction === 'sent' ? 'send' : 'receive';
  for (const channel of declared.channels) {
    expect(Object.keys(document.channels[channel].messages)).toContain(name);
    const operations = Object.values<any>(document.operations).filter(
      (one) => one.action === action && one.channel.$ref === `#/channels/${channel}`,
    );
    const references = operations.flatMap((one) => one.messages.map(({ $ref }: any) => $ref));
    expect(references).toContain(`#/channels/${channel}/messages/${name}`);
  }
});

test('a message that is sent has its name in `type`', () => {
  const sent = messages.filter(([, { direction }]) => direction === 'sent');
  expect(sent.length).toBeGreaterThan(0);
  for (const [name, { example }] of sent) expect(example).toMatchObject({ type: name });
});

test('nothing is described that is not declared', () => {
  const answers = received.map(([name]) => `${name}_answer`);
  const names = [...messages.map(([name]) => name), ...answers, 'refusal'];
  expect(described.map(([name]) => name).sort()).toEqual(names.sort());
  expect(Object.keys(document.channels)).toEqual(Object.keys(streamChannels));
});

test.each(received)('%s understands its own example, and answers as declared', async (name) => {
  const { example, answer } = streamMessages[name as 'subscribe'];
  expect(() => parseMessage(name as 'subscribe', example)).not.toThrow();
  expect(await socket.emitWithAck(name, example)).toEqual(answer.example);
});

/** A field at fault, and the code of its refusal. */
const FAULTS = [
  [{}, 'invalid_request', 'model_id'],
  [{ model_id: 'a b' }, 'invalid_model', 'model_id'],
  [{ model_id: 'a', region: 'mars' }, 'invalid_region', 'region'],
  [{ model_id: 'a', tenor: '2d' }, 'invalid_tenor', 'tenor'],
] as const;

test.each(received)('%s refuses each bad field with a declared error', async (name, { errors }) => {
  const refused = ajv.getSchema('stream#/components/schemas/Error')!;
  for (const [payload, code, param] of FAULTS) {
    const answer = await socket.emitWithAck(name, payload);
    expect(answer).toMatchObject({ code, param });
    expect(errors).toContain(code);
    expect([refused(answer), refused.errors]).toEqual([true, null]);
  }
  const operation = document.operations[name];
  expect(operation['x-error-codes']).toEqual(errors);
  for (const code of errors) expect(operation.description).toContain(`\`${code}\``);
});

test('an upgrade with a bad or unknown parameter gets an error of its channel', async () => {
  const { path, query, errors } = streamChannels.orderbook;
  const address = `${exchange.url()}/market${path}`;
  const unknown = [{ model_id: 'a', depth: '5' }, 'invalid_request', 'depth'] as const;
  for (const [parameters, code, param] of [...FAULTS, unknown]) {
    const answer = await refusal(`${address}?${String(new URLSearchParams(parameters))}`);
    expect(answer?.body).toMatchObject({ code, param });
    expect(errors).toContain(code);
    expect(() => parseUpgrade('orderbook', parameters)).toThrow(expect.objectContaining({ code }));
  }
  expect(Object.keys(document.channels.orderbook.bindings.ws.query.properties)).toEqual(
    Object.keys(query.shape),
  );
});

test('a message that is not declared is ignored, and the next one is answered', async () => {
  const model = newModel();
  const acknowledged = jest.fn();
  socket.emit('resubscribe', { model_id: model }, acknowledged);
  socket.emit('trade', streamMessages.trade.example, acknowledged);
  expect(await socket.emitWithAck('subscribe', { model_id: model })).toEqual({
    room: `${model}|spot|any`,
  });
  expect(acknowledged).not.toHaveBeenCalled();
  const reader = await StreamClient.open(exchange.url(), `model_id=${model}`);
  reader.socket.send(JSON.stringify({ type: 'subscribe', model_id: 'other' }));
  await reader.reaches(0);
  const pong = once(reader.socket, 'pong');
  reader.socket.ping();
  await pong;
  expect(reader.messages).toHaveLength(1);
  expect(reader.code).toBeNull();
  reader.close();
});

/** Registrations and rotations of one endpoint at the same time, at two gateways. */
import { Exchange } from '../support/exchange';
import { newKey, profile, register, registration } from './registering';

const CALLERS = 20;

const exchange = Exchange.pooledForFile();
beforeAll(async () => {
  await exchange.startWorker(); // a second one
});

function atOnce<T>(call: (at: number, gateway: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: CALLERS }, (_, at) => call(at, at % 2)));
}

test('twenty registrations of one new endpoint with one key: one seller', async () => {
  const body = registration();
  const answers = await atOnce((_at, gateway) => register(exchange, body, { gateway }));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body: { seller_id } }) => seller_id)).size).toBe(1);
  const endpointUrl = body.endpoint_url as string;
  expect(await exchange.records.sellers.countDocuments({ endpointUrl })).toBe(1);
});

test('twenty registrations of one new endpoint with twenty keys: one has it, the others are told', async () => {
  const body = registration();
  const keys = Array.from({ length: CALLERS }, newKey);
  const answers = await atOnce((at, gateway) =>
    register(exchange, { ...body, api_key: keys[at] }, { gateway }),
  );
  await expectOneWinner(keys, answers);
  const endpointUrl = body.endpoint_url as string;
  expect(await exchange.records.sellers.countDocuments({ endpointUrl })).toBe(1);
});

test('twenty rotations from one current key: exactly one wins, every other key is dead', async () => {
  const body = registration();
  const currentKey = body.api_key as string;
  await register(exchange, body);
  const keys = Array.from({ length: CALLERS }, newKey);
  const answers = await atOnce((at, gateway) =>
    register(exchange, { ...body, api_key: keys[at] }, { currentKey, gateway }),
  );
  await expectOneWinner(keys, answers);
  expect((await profile(exchange, currentKey)).status).toBe(401);
});

test('twenty endpoints that want one key: one has it', async () => {
  const api_key = newKey();
  const answers = await atOnce((_at, gateway) =>
    register(exchange, registration({ api_key }), { gateway }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    200,
    ...Array.from({ length: CALLERS - 1 }, () => 400),
  ]);
});

/** One 200, whose key works at both gateways; 409 for all others, whose keys work at none. */
async function expectOneWinner(
  keys: readonly string[],
  answers: readonly { status: number }[],
): Promise<void> {
  const statuses = answers.map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, ...Array.from({ length: CALLERS - 1 }, () => 409)]);
  const opened = await atOnce((at, gateway) => profile(exchange, keys[at]!, gateway));
  expect(opened.map(({ status }) => status)).toEqual(
    statuses.map((status) => (status === 200 ? 200 : 401)),
  );
}

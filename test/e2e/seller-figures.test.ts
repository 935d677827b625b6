/** What everybody can read of a seller's answers in an instrument (STANDING-10). */
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS, type Behaviour, type Visit } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { joinMarket, openMarket } from './market';

const exchange = Exchange.pooledForFile();

/** Two calls of a tool in each answer, the second one with these arguments. */
const calling = (args: string): Behaviour => ({
  answer: ({ res, request }: Visit) => {
    const call = (index: number, text: string) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: {
        name: 'f',
        arguments: text,
      },
    });
    const said = { role: 'assistant', content: null, tool_calls: [call(0, '{}'), call(1, args)] };
    const choice = { index: 0, finish_reason: 'tool_calls' };
    const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
    if (request?.body['stream'] !== true) {
      const body = { object: 'chat.completion', choices: [{ ...choice, message: said }], usage };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
    const piece = { index: 1, function: { arguments: args.slice(3) } };
    const begun = { ...said, tool_calls: [call(0, '{}'), call(1, args.slice(0, 3))] };
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(event({ choices: [{ index: 0, delta: begun }] }));
    res.write(event({ choices: [{ ...choice, delta: { tool_calls: [piece] } }] }));
    res.end(`${event({ choices: [], usage })}data: [DONE]\n\n`);
  },
});

type Percentiles = { p50: number; p95: number } | null;

const none = {
  answered: 0,
  refused: 0,
  refused_share: null,
  first_byte_ms: null as Percentiles,
  tokens_per_second: null as Percentiles,
  tool_calls: 0,
  parsed_tool_calls_share: null,
};

const offering = {
  best_ask: expect.any(String),
  regions: [expect.any(String)],
  venue_class: expect.any(String),
  score: expect.any(Number),
};

/** The public figures, once this number of requests of the instrument is measured. */
async function sellersOf(model: string, requests: number) {
  await until(
    async () => {
      await takeReputationSnapshots(exchange.records);
      const kept = await exchange.records.reputations.find({ 'figures.modelId': model }).toArray();
      const days = kept.map(({ figures }) => figures![0]!.day);
      return days.reduce((sum, { answered, refused }) => sum + answered + refused, 0) === requests;
    },
    { what: `${requests} requests to be measured` },
  );
  return (await exchange.send('GET', `/market/v1/markets/${model}/sellers`)).body as unknown as {
    sellers: { seller_id: string; hour: typeof none; day: typeof none }[];
  };
}

test('everybody reads how a seller answered: first byte, speed, calls that parse, refusals', async () => {
  const { key, model, seller } = await openMarket(exchange, { behaviour: calling('{"a":1}') });
  const { seller: idle } = await joinMarket(exchange, model, { price: '0.002' });
  const chat = async (body: object, status = 200) => {
    expect((await exchange.chat(key, { model, ...body })).status).toBe(status);
  };
  await chat({});
  await exchange.stream(key, { model });
  seller.setBehaviour(calling('{"a":'));
  await chat({});
  idle.setBehaviour('contextLength');
  seller.setBehaviour('contextLength');
  await chat({}, 400);
  await until(
    async () => {
      const released = { modelId: model, status: 'released' as const };
      return (await exchange.records.fills.countDocuments(released)) === 2;
    },
    { what: 'both refusals to be recorded' },
  );

  const percentiles = { p50: expect.any(Number), p95: expect.any(Number) };
  const figures = {
    answered: 3,
    refused: 1,
    refused_share: 0.25,
    first_byte_ms: percentiles,
    tokens_per_second: percentiles,
    tool_calls: 6,
    parsed_tool_calls_share: 0.8333,
  };
  const { sellers } = await sellersOf(model, 5);
  expect(sellers.find(({ seller_id }) => seller_id === seller.sellerId)).toEqual({
    ...offering,
    seller_id: seller.sellerId,
    hour: figures,
    day: figures,
  });
  const refusing = { ...none, refused: 1, refused_share: 1 };
  expect(sellers.find(({ seller_id }) => seller_id === idle.sellerId)).toMatchObject({
    day: refusing,
  });
  const reputation = `/market/v1/sellers/${seller.sellerId}/reputation`;
  expect((await exchange.send('GET', reputation)).body).toMatchObject({
    figures: [{ model_id: model, hour: figures, day: figures }],
  });
  const active = (await exchange.send('GET', '/market/v1/sellers')).body['sellers'];
  const { seller_id, venue_class, score } = { ...offering, seller_id: seller.sellerId };
  expect(active).toContainEqual({ seller_id, venue_class, score, model_id: model, day: figures });
});

test('the time to the first byte is that of streamed answers, and the speed counts from the request', async () => {
  const { key, model } = await openMarket(exchange, {
    behaviour: BEHAVIOURS.slowFirstByte({ delayMs: 400 }),
  });
  await exchange.stream(key, { model });
  const [shown] = (await sellersOf(model, 1)).sellers;
  const { p50: firstByteMs } = shown!.hour.first_byte_ms!;
  const { p50: perSecond } = shown!.hour.tokens_per_second!;
  const fill = await exchange.records.fills.findOne({ modelId: model });
  expect(firstByteMs).toBeGreaterThanOrEqual(390);
  expect(perSecond).toBeLessThanOrEqual(Number(fill!.usage!.completionTokens) / 0.39);
});

test('a seller that fails changes its score, and no figure', async () => {
  const { key, model, seller } = await openMarket(exchange, { behaviour: 'error500' });
  await exchange.chat(key, { model });
  await until(
    async () => {
      await takeReputationSnapshots(exchange.records);
      const kept = await exchange.records.reputations.findOne({ _id: seller.sellerId });
      return kept?.snapshots[0]?.score === 0;
    },
    { what: 'the failure to be counted' },
  );
  const { sellers } = await sellersOf(model, 0);
  const failing = { ...offering, score: 0, venue_class: 'basic' };
  expect(sellers).toEqual([{ ...failing, seller_id: seller.sellerId, hour: none, day: none }]);
});

test('a seller is listed with its lowest price, every region of its asks, and its tier', async () => {
  const { model, seller } = await openMarket(exchange, { price: '0.0009', region: 'us-east' });
  await exchange.ask(seller, { model, price: '0.0004', region: 'eu-west' });
  const { body } = await exchange.send('GET', `/market/v1/markets/${model}/sellers`);
  expect(body).toMatchObject({
    sellers: [
      {
        best_ask: '0.0004',
        regions: ['eu-west', 'us-east'],
        venue_class: 'unrated',
        score: null,
      },
    ],
  });
});

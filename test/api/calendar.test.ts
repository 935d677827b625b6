/** The calendar of a seller's windows: its address needs no key and ends; its text keeps RFC 5545. */
import { calendarText } from '../../api/seller/calendar-text';
import { newModel } from '../e2e/market';
import { ticketOn } from '../lots/ticket-market';
import type { LotDocument } from '../../records/documents/lot';
import { Exchange, type TestSeller } from '../support/exchange';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

const asSeller = ({ apiKey }: TestSeller) => ({ headers: { 'x-seller-api-key': apiKey } });
const change = (seller: TestSeller, method: 'POST' | 'DELETE') =>
  exchange.send(method, '/seller/v1/deliveries/calendar', asSeller(seller));
async function read(address: string) {
  const answer = await fetch(new URL(address, exchange.url()));
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
}
const statusOf = async (address: string) => (await read(address)).status;

test('an address shows the windows without a key, until it is replaced or ended', async () => {
  const { maker, model, contractId } = await ticketOn(exchange, 3_000);
  const lot = (await exchange.records.lots.findOne({ contractId }))!;
  const first = (await change(maker, 'POST')).body.calendar_url;
  expect(first).not.toContain(maker.apiKey);
  const { status, type, text } = await read(first);
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(text).toContain(`UID:${lot._id}@tokenbook`);
  expect(text).toContain(`SUMMARY:3\\,000 tokens of ${model}`);
  expect(text).toContain('STATUS:CONFIRMED');
  for (const hidden of [lot.accountId, maker.apiKey]) expect(text).not.toContain(hidden);

  const reason = { reason: 'Sold by mistake.' };
  const voided = await exchange.admin('POST', `/lots/${lot._id}/void`, reason);
  expect(voided.status).toBe(200);
  const after = (await read(first)).text;
  expect(after).toContain(`UID:${lot._id}@tokenbook\r\nSEQUENCE:1`);
  expect(after).toContain('STATUS:CANCELLED');

  const second = (await change(maker, 'POST')).body.calendar_url;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  expect((await change(maker, 'DELETE')).status).toBe(204);
  expect(await statusOf(second)).toBe(404);
});

test('an address does not open the calendar of another seller, and ends with a key that has leaked', async () => {
  const model = newModel();
  const [one, other] = [
    await exchange.seller('normal', { models: [model] }),
    await exchange.seller('normal', { models: [model] }),
  ];
  const address = (await change(one, 'POST')).body.calendar_url;
  await change(other, 'POST');
  expect(await statusOf(address.replace(one.sellerId, other.sellerId))).toBe(404);
  const { body } = await exchange.send('GET', '/seller/v1/profile', asSeller(one));
  const next = `${one.apiKey}-next`;
  const rotated = await exchange.send('POST', '/seller/v1/register', {
    ...asSeller(one),
    body: {
      name: body.name,
      endpoint_url: body.endpoint_url,
      supported_models: [model],
      api_key: next,
      end_webhooks: true,
    },
  });
  expect(rotated.status).toBe(200);
  expect(await statusOf(address)).toBe(404);
});

const at = new Date('2026-01-01T00:00:00Z');
const lotOf = (parts: Partial<LotDocument>) =>
  ({
    _id: 'lot-1',
    contractId: 'contract-1',
    modelId: `m${'é,;\\x'.repeat(30)}`,
    quantityTokens: 60_000,
    status: 'open',
    createdAt: at,
    closedAt: null,
    opensAt: new Date('2026-01-02T00:00:00Z'),
    endsAt: new Date('2026-01-02T01:00:00Z'),
    ...parts,
  }) as LotDocument;

test('the text keeps RFC 5545: lines of at most 75 octets that end with CRLF, text escaped, times in UTC', () => {
  const text = calendarText([lotOf({})]);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = text.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const unfolded = text.replaceAll('\r\n ', '');
  const model = `m${'é\\,\\;\\\\x'.repeat(30)}`;
  expect(unfolded).toContain(`SUMMARY:60\\,000 tokens of ${model}\r\n`);
  for (const line of [
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20260102T000000Z',
    'DTEND:20260102T010000Z',
  ]) {
    expect(lines).toContain(line);
  }
  for (const [name, count] of [
    ['VERSION:2.0', 1],
    ['PRODID:', 1],
    ['BEGIN:VEVENT', 1],
    ['UID:', 1],
    ['DTSTAMP:', 1],
  ] as const) {
    expect([name, lines.filter((line) => line.startsWith(name)).length]).toEqual([name, count]);
  }
});

test('without a change of its lots the text is the same, and an end before the window is a new number of the same event', () => {
  expect(calendarText([lotOf({})])).toBe(calendarText([lotOf({})]));
  const changes = (lot: LotDocument) =>
    calendarText([lot])
      .split('\r\n')
      .filter((line) => /^(UID|SEQUENCE|STATUS|DTSTAMP)/.test(line));
  const closedAt = new Date('2026-01-02T00:30:00Z');
  expect(changes(lotOf({ status: 'defaulted', closedAt }))).toEqual([
    'UID:lot-1@tokenbook',
    'SEQUENCE:1',
    'DTSTAMP:20260102T003000Z',
    'STATUS:CANCELLED',
  ]);
  expect(changes(lotOf({ status: 'expired', closedAt: lotOf({}).endsAt }))).toEqual([
    'UID:lot-1@tokenbook',
    'SEQUENCE:0',
    'DTSTAMP:20260102T010000Z',
    'STATUS:CONFIRMED',
  ]);
});

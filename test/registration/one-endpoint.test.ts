/** One endpoint has one seller, by whatever spelling it is registered (SELLER-3, SELLER-4). */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Registration, RegistrationOutcome } from '../../domain/registration';
import type { Standing, StandingOverride } from '../../domain/standing';
import { EndpointRegister } from '../../exchange/sellers/endpoint-register';
import { identifySellers } from '../../exchange/sellers/identify-sellers';
import { overrideStanding } from '../../exchange/judging/override-standing';
import { newSeller } from '../../exchange/sellers/seller-profile';
import type { SellerDocument } from '../../records/documents/seller';
import { SEALER, recordsForFile } from '../records/scenario';

const records = recordsForFile();
let endpoints: EndpointRegister;
beforeAll(async () => {
  endpoints = new EndpointRegister(records, () => Promise.resolve([]), SEALER);
});
afterEach(() => records.sellers.deleteMany({}));

const newUrl = () => `https://${randomUUID()}.example/v1`;

function registration(endpointUrl: string, terms: Partial<Registration> = {}): Registration {
  return {
    name: 'Seller',
    endpointUrl,
    supportedModels: ['model'],
    regions: null,
    local: false,
    apiKeyHash: randomUUID(),
    currentKeyHash: null,
    ...terms,
  };
}

function sellerOf(outcome: RegistrationOutcome) {
  if (outcome.kind !== 'registered') throw new Error(outcome.kind);
  return outcome.seller;
}

/** As an earlier release stored it. */
async function earlier(endpointUrl: string, terms: Partial<SellerDocument> = {}) {
  const { respelledUrl, endpointIdentity, heldEndpoint, nameKey, ...seller } = {
    ...newSeller(registration(endpointUrl)),
    _id: uuidV7(),
    ...terms,
  };
  expect([respelledUrl, endpointIdentity, heldEndpoint, nameKey]).toHaveLength(4);
  await records.sellers.insertOne(seller);
  return seller;
}

describe('a stranger does not get a registered endpoint', () => {
  test.each([
    ['a slash at the end', (url: string) => `${url}/`],
    ['more slashes', (url: string) => `${url}//`],
    ['the chat route', (url: string) => `${url}/chat/completions`],
    ['an escape', (url: string) => url.replace('/v1', '/%76%31')],
    ['a query', (url: string) => `${url}?x=1`],
    ['no path', (url: string) => url.replace('/v1', '')],
    ['a port', (url: string) => url.replace('/v1', ':443/v1')],
  ])('with %s', async (_what, spelled) => {
    const url = newUrl();
    await endpoints.register(registration(url));
    expect(await endpoints.register(registration(spelled(url)))).toEqual({ kind: 'taken' });
    expect(await records.sellers.countDocuments()).toBe(1);
  });

  test('when it asks at the same time by another spelling', async () => {
    const url = newUrl();
    const spellings = [url, `${url}/`, `${url}?x=1`, `${url}//`];
    const register = async (spelling: string) => {
      const own = registration(spelling);
      // The activity of the registration is repeated after a failure.
      return endpoints.register(own).catch(() => endpoints.register(own));
    };
    const outcomes = await Promise.all(spellings.map(register));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'registered',
      'taken',
      'taken',
      'taken',
    ]);
    expect(await records.sellers.countDocuments()).toBe(1);
  });
});

test('its own seller may spell it in another way, which is asked and shown from then on', async () => {
  const url = newUrl();
  const first = registration(url);
  const { sellerId } = sellerOf(await endpoints.register(first));
  const respelled = `${url}?api-version=2`;
  const again = { ...first, endpointUrl: respelled };
  expect(await endpoints.register(again)).toMatchObject({
    change: 'updated',
    seller: { sellerId, endpointUrl: respelled },
  });
  const { updatedAt } = (await records.sellers.findOne({ _id: sellerId }))!;
  expect(await endpoints.register(again)).toMatchObject({ seller: { endpointUrl: respelled } });
  expect(await records.sellers.findOne({ _id: sellerId })).toMatchObject({
    endpointUrl: url,
    respelledUrl: respelled,
    updatedAt,
  });
  expect(await endpoints.register(first)).toMatchObject({ seller: { sellerId, endpointUrl: url } });
});

test('a key is rotated by another spelling, and a banned seller stays banned', async () => {
  const url = newUrl();
  const first = registration(url);
  const { sellerId } = sellerOf(await endpoints.register(first));
  await records.sellers.updateOne({ _id: sellerId }, { $set: { standing: 'Banned' } });
  const rotated = registration(`${url}/`, { currentKeyHash: first.apiKeyHash });
  expect(await endpoints.register(rotated)).toMatchObject({
    change: 'key rotated',
    seller: { sellerId },
  });
  expect(await records.sellers.find().toArray()).toMatchObject([
    { _id: sellerId, standing: 'Banned', apiKeyHash: rotated.apiKeyHash },
  ]);
});

describe('sellers of an earlier release', () => {
  const told: object[] = [];
  const logger = { error: (found: object) => void told.push(found) };
  beforeEach(() => told.splice(0));

  test('keep their endpoint against every spelling', async () => {
    const url = newUrl();
    const { _id, apiKeyHash } = await earlier(`${url}/`, { name: 'Ｎorth ' });
    await identifySellers(records, logger as never);
    expect(told).toEqual([]);
    expect(await records.sellers.findOne({ _id })).toMatchObject({
      endpointUrl: `${url}/`,
      endpointIdentity: url,
      heldEndpoint: url,
      nameKey: 'north',
    });
    expect(await endpoints.register(registration(url))).toEqual({ kind: 'taken' });
    const again = registration(url, { apiKeyHash });
    expect(sellerOf(await endpoints.register(again))).toMatchObject({ sellerId: _id });
  });

  test('that share an endpoint keep key and standing, and the later ones are named once', async () => {
    const url = newUrl();
    const [oldest, second, third] = [
      await earlier(url, { standing: 'Banned' }),
      await earlier(`${url}/`),
      await earlier(`${url}?x=1`, { standing: 'Probation' }),
    ];
    await Promise.all([1, 2, 3].map(() => identifySellers(records, logger as never)));
    await identifySellers(records, logger as never);
    const shared = { heldBy: oldest._id, holderStanding: 'Banned' };
    expect(told).toEqual(
      expect.arrayContaining([
        { ...shared, sellerId: second._id, standing: 'Active', endpointUrl: `${url}/` },
        { ...shared, sellerId: third._id, standing: 'Probation', endpointUrl: `${url}?x=1` },
      ]),
    );
    expect(told).toHaveLength(2);
    for (const { _id } of [second, third]) {
      const changes = await records.sellerChanges.find({ sellerId: _id }).toArray();
      expect(changes).toMatchObject([{ kind: 'updated', actor: 'upgrade' }]);
      expect(changes[0]?.reason).toContain(oldest._id);
    }
    for (const { _id, endpointUrl, apiKeyHash } of [oldest, second, third]) {
      const again = registration(endpointUrl, { apiKeyHash });
      expect(sellerOf(await endpoints.register(again))).toMatchObject({
        sellerId: _id,
        endpointUrl,
      });
    }
    expect(await endpoints.register(registration(`${url}//`))).toEqual({ kind: 'taken' });
  });

  test('with an address that is no URL are identified too', async () => {
    const { _id } = await earlier('no address');
    await identifySellers(records, logger as never);
    expect(await records.sellers.findOne({ _id })).toMatchObject({ heldEndpoint: 'no address' });
  });
});

test('a ban is one of the endpoint; every other standing is one of the seller', async () => {
  const url = newUrl();
  const [one, other] = [await earlier(url), await earlier(`${url}/`)];
  const banned = await earlier(`${url}//`, { standing: 'Banned' });
  await earlier(newUrl());
  await identifySellers(records, { error: () => undefined } as never);
  const set: [string, Standing][] = [];
  const standings = {
    set: ({ _id }: SellerDocument, { standing }: StandingOverride) => {
      set.push([_id, standing]);
      return Promise.resolve(null);
    },
  };
  const override = async (sellerId: string, standing: Standing) => {
    const seller = (await records.sellers.findOne({ _id: sellerId }))!;
    await overrideStanding(records, standings, seller, { standing, reason: 'x', requestId: 'y' });
    return set.splice(0);
  };
  expect(await override(one._id, 'Suspended')).toEqual([[one._id, 'Suspended']]);
  expect(await override(other._id, 'Banned')).toEqual([
    [one._id, 'Banned'],
    [other._id, 'Banned'],
  ]);
  expect(await override(banned._id, 'Active')).toEqual([[banned._id, 'Active']]);
});

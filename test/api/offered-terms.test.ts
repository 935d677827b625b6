/** Which terms of asks and tickets are taken, and what a seller's registration changes. Pure. */
import { type AskTerms, checkStanding, checkTerms } from '../../exchange/asks/ask-terms';
import {
  isUnchanged,
  newSeller,
  registeredSeller,
  spellingsAfter,
} from '../../exchange/sellers/seller-profile';
import {
  type TicketTerms,
  checkContractAlone,
  purchaseTerms,
} from '../../exchange/tickets/ticket-terms';
import type { Registration } from '../../domain/registration';
import { spellingOf } from '../../domain/instruments';
import { STANDINGS } from '../../domain/standing';
import { sealAuthorization } from '../../exchange/sellers/upstream-authorization';
import type { SellerDocument } from '../../records/documents/seller';
import { SEALER } from '../records/scenario';

const registration = (parts: Partial<Registration> = {}): Registration => ({
  name: 'Seller',
  endpointUrl: 'https://seller.example/v1',
  apiKeyHash: 'hash',
  supportedModels: ['one', 'two'],
  modelNames: ['One', 'Two'],
  regions: ['us-east', 'eu-west'],
  currentKeyHash: null,
  local: false,
  ...parts,
});
const sealed = (value: string) => sealAuthorization(SEALER, 'https://seller.example/v1', value);
const seller = (parts: Partial<SellerDocument> = {}) => ({
  ...newSeller(registration()),
  ...parts,
});

/** The code and the parameter of a refusal; null for none. */
function refusal(check: () => unknown): unknown {
  try {
    check();
    return null;
  } catch (err) {
    const { code, param = null } = err as { code: string; param?: string };
    return [code, param];
  }
}

describe('the terms of an ask', () => {
  const limits = { activePerSeller: 9, beforeFirstFill: 9, leastNotionalScale8: 1_000n };
  const terms = (parts: Partial<AskTerms> = {}): AskTerms => ({
    seller: seller(),
    surface: 'market',
    modelId: 'one',
    tenor: 'spot',
    region: null,
    priceScale8: 1000n,
    capacityTokens: 1e3,
    validForSeconds: 300,
    names: {
      model: 'model_id',
      quantity: 'capacity',
    },
    ...parts,
  });
  const refused = (parts: Partial<AskTerms>) => refusal(() => checkTerms(terms(parts), limits));

  test('a model and a region are among those registered', () => {
    expect(refused({})).toBeNull();
    expect(refused({ modelId: 'two', region: 'eu-west' })).toBeNull();
    expect(refused({ modelId: 'three' })).toEqual(['invalid_model', 'model_id']);
    expect(refused({ region: 'global' })).toEqual(['invalid_region', 'region']);
    expect(refused({ region: 'global', seller: seller({ regions: [] }) })).toBeNull();
  });

  test('it is worth the least amount, to the unit', () => {
    expect(refused({ priceScale8: 1_000n, capacityTokens: 1_000 })).toBeNull();
    expect(refused({ priceScale8: 999n })).toEqual(['invalid_quantity', 'capacity']);
    expect(refused({ capacityTokens: 999 })).toEqual(['invalid_quantity', 'capacity']);
    expect(refused({ priceScale8: 10n ** 19n })).toEqual(['invalid_quantity', 'capacity']);
  });

  test('its region is the one asked for, else the first registered one, else global', () => {
    expect(checkTerms(terms({ region: 'eu-west' }), limits)).toBe('eu-west');
    expect(checkTerms(terms(), limits)).toBe('us-east');
    expect(checkTerms(terms({ seller: seller({ regions: [] }) }), limits)).toBe('global');
  });

  test.each([...STANDINGS])('a seller that is %s', (standing) => {
    const expected = { Suspended: 'seller_suspended', Banned: 'seller_banned' } as const;
    const code = (expected as Record<string, string>)[standing];
    const told = refusal(() => checkStanding(seller({ standing })));
    expect(told).toEqual(code === undefined ? null : [code, null]);
  });
});

describe('the terms of a ticket', () => {
  const none: TicketTerms = {
    contractId: null,
    modelId: null,
    quantityTokens: null,
    maxPriceScale8: null,
    region: null,
    tenor: null,
    ttlSeconds: null,
  };
  const bought = { ...none, modelId: 'one', quantityTokens: 7 };

  test('it is for an hour of spot capacity unless it says otherwise', () => {
    const terms = { modelId: 'one', quantityTokens: 7, tenor: 'spot', ttlSeconds: 3_600 };
    expect(purchaseTerms(bought)).toEqual(terms);
    expect(purchaseTerms({ ...bought, ttlSeconds: 60 })).toEqual({ ...terms, ttlSeconds: 60 });
    expect(purchaseTerms({ ...bought, tenor: '7d' })).toMatchObject({ tenor: '7d' });
  });

  test('it names a model and a quantity, and no lifetime beside a tenor', () => {
    const refused = (parts: Partial<TicketTerms>) =>
      refusal(() => purchaseTerms({ ...bought, ...parts }));
    expect(refused({ modelId: null })).toEqual(['invalid_request', 'model']);
    expect(refused({ quantityTokens: null })).toEqual(['invalid_request', 'quantity_tokens']);
    expect(refused({ tenor: '1h', ttlSeconds: 60 })).toEqual(['invalid_request', 'ttl_seconds']);
    expect(refused({ tenor: 'spot', ttlSeconds: 60 })).toBeNull();
  });

  const others: [keyof TicketTerms, unknown][] = [
    ...([
      ['modelId', 'one'],
      ['quantityTokens', 7],
      ['maxPriceScale8', 1n],
    ] as const),
    ...([
      ['region', 'us-east'],
      ['tenor', 'spot'],
      ['ttlSeconds', 60],
    ] as const),
  ].map(([name, value]) => [name, value]);
  test.each(others)('a ticket of a contract has no %s of its own', (name, value) => {
    const terms = { ...none, contractId: 'contract' };
    expect(refusal(() => checkContractAlone(terms))).toBeNull();
    expect(refusal(() => checkContractAlone({ ...terms, [name]: value }))).toEqual([
      'invalid_request',
      'contract_id',
    ]);
  });
});

describe('a registration', () => {
  test('keeps the spelling of each model, and its own name without one', () => {
    const spelled = (made: Registration, modelId: string) =>
      spellingOf(newSeller(made).modelSpellings!, modelId);
    expect(spelled(registration(), 'one')).toBe('One');
    expect(spelled(registration(), 'two')).toBe('Two');
    const { modelNames: _names, ...unspelled } = registration();
    expect(spelled(unspelled, 'two')).toBe('two');
  });

  test('begins a seller that is Active, and tells what it has registered', () => {
    const made = newSeller(registration({ regions: null }));
    expect(made).toMatchObject({
      standing: 'Active',
      regions: [],
      apiKeyHash: 'hash',
      owner: null,
    });
    expect(registeredSeller(made)).toEqual({
      sellerId: made._id,
      name: 'Seller',
      endpointUrl: 'https://seller.example/v1',
      supportedModels: ['one', 'two'],
      regions: [],
      registeredAtMs: made.registeredAt.getTime(),
    });
  });

  test('keeps spellings of models that are offered no longer, behind the present ones', () => {
    const again = registration({ supportedModels: ['two', 'three'], modelNames: ['TWO', 'Three'] });
    const spellings = spellingsAfter(seller(), again);
    expect(spellings).toEqual([
      { modelId: 'two', name: 'TWO' },
      { modelId: 'three', name: 'Three' },
      { modelId: 'one', name: 'One' },
    ]);
  });

  test.each<[Partial<Registration>, boolean]>([
    [{}, true],
    [{ regions: null }, true],
    [{ name: 'Another' }, false],
    [{ supportedModels: ['one'], modelNames: ['One'] }, false],
    [{ supportedModels: ['two', 'one'], modelNames: ['Two', 'One'] }, false],
    [{ modelNames: ['One', 'TWO'] }, false],
    [{ regions: ['us-east'] }, false],
    [{ regions: ['eu-west', 'us-east'] }, false],
    [{ regions: [] }, false],
    [{ upstreamAuthorization: sealed('Bearer one') }, true],
    [{ upstreamAuthorization: sealed('Bearer two') }, false],
    [{ upstreamAuthorization: null }, false],
  ])('that repeats the former one but for %j changes nothing: %j', (parts, expected) => {
    const known = seller({ upstreamAuthorization: sealed('Bearer one') });
    expect(isUnchanged(known, registration(parts), SEALER)).toBe(expected);
  });
});

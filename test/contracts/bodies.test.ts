/** What a contract says of itself is the sum of its lots at that moment. Pure. */
import { contractBody } from '../../api/market/contract-bodies';
import type { ContractDocument } from '../../records/documents/contract';
import type { LotDocument } from '../../records/documents/lot';

const NOW = new Date('2026-01-05T12:00:00.000Z');
const hour = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

const contract = {
  _id: 'contract',
  orderId: 'order',
  ticketId: 'ticket',
  accountId: 'account',
  modelId: 'model',
  region: 'us-east',
  tenor: '1h',
  createdAt: hour(-5),
  quantityTokens: 1,
  costScale8: 1n,
} as unknown as ContractDocument;

const lot = (parts: Partial<LotDocument>) =>
  ({
    _id: 'lot',
    sellerId: 'seller',
    priceScale8: 100000000n,
    status: 'open',
    quantityTokens: 1e3,
    remainingTokens: 600,
    reservedTokens: 100,
    costScale8: 100000000n,
    opensAt: hour(-1),
    endsAt: hour(1),
    ...parts,
  }) as LotDocument;

test('quantity, price and what is owed are those of its lots', () => {
  const dear = { _id: 'dear', priceScale8: 300_000_000n, costScale8: 900_000_000n };
  const lots = [lot({}), lot({ ...dear, quantityTokens: 3_000, remainingTokens: 3_000 })];
  expect(contractBody(contract, lots, NOW)).toMatchObject({
    contract_id: 'contract',
    order_id: 'order',
    ticket_id: 'ticket',
    model_id: 'model',
    quantity: 4e3,
    remaining: 3600,
    reserved_tokens: 200,
    price: '2.5',
    status: 'active',
    lots: [
      {
        lot_id: 'lot',
        quantity: 1e3,
        remaining: 600,
        reserved_tokens: 100,
        price: '1',
        status: 'active',
      },
      {
        lot_id: 'dear',
        quantity: 3e3,
        remaining: 3e3,
        reserved_tokens: 100,
        price: '3',
        status: 'active',
      },
    ],
  });
});

test('its window is from the first beginning to the last end of its lots', () => {
  const lots = [lot({ opensAt: hour(2), endsAt: hour(3) }), lot({ opensAt: hour(-3) }), lot({})];
  expect(contractBody(contract, lots, NOW)).toMatchObject({
    delivery_start: hour(-3).toISOString(),
    expires_at: hour(3).toISOString(),
    created_at: hour(-5).toISOString(),
  });
});

test('a lot whose window is over owes nothing, also before its end is recorded', () => {
  const lots = [lot({ endsAt: NOW }), lot({ _id: 'coming', opensAt: hour(1), endsAt: hour(2) })];
  expect(contractBody(contract, lots, NOW)).toMatchObject({
    remaining: 600,
    quantity: 2e3,
    status: 'pending',
    lots: [
      {
        status: 'expired',
        remaining: 0,
      },
      {
        status: 'pending',
        remaining: 600,
      },
    ],
  });
});

/** What an event is called: once for each change, the same for its repetition, and by what happened. */
import { v7 as uuidV7 } from 'uuid';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { LotDocument } from '../../records/documents/lot';
import { changeOfEvent } from '../../records/queries/account-changes';
import type { SellerChangeDocument } from '../../records/documents/seller-change';
import {
  keyRotatedEvent,
  lotEndEvent,
  orderEvent,
  standingEvent,
} from '../../records/webhooks/events';

const NOW = new Date('2026-01-01T00:00:00.000Z');

function order(terms: Partial<ContractOrderDocument>): ContractOrderDocument {
  const none = asDouble(0);
  return {
    _id: 'order',
    accountId: 'buyer',
    clientOrderId: null,
    contractId: 'contract',
    ticketId: null,
    modelId: 'm',
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    timeInForce: 'GTC',
    limitPriceScale8: 1000n,
    quantityTokens: asDouble(9),
    filledTokens: none,
    openTokens: asDouble(9),
    closedTokens: none,
    costScale8: 0n,
    status: 'open',
    reason: null,
    sequence: null,
    fillCount: none,
    spotLifetimeMs: asDouble(36e5),
    workflowId: 'w',
    requestId: 'r',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: null,
    ...terms,
  };
}

function lot(status: LotDocument['status']): LotDocument {
  const none = asDouble(0);
  return {
    _id: uuidV7(),
    contractId: 'contract',
    orderId: 'order',
    accountId: 'buyer',
    sellerId: 'seller',
    askId: 'ask',
    modelId: 'm',
    tenor: 'spot',
    region: 'us-east',
    priceScale8: 1000n,
    quantityTokens: asDouble(9),
    remainingTokens: none,
    reservedTokens: none,
    drawnTokens: none,
    paidTokens: none,
    refundedTokens: none,
    draws: none,
    costScale8: 9n,
    escrowScale8: 0n,
    earnedScale8: 9n,
    feeScale8: 0n,
    refundedScale8: 0n,
    feeBasisPoints: none,
    status,
    opensAt: NOW,
    endsAt: NOW,
    createdAt: NOW,
    closedAt: null,
    hasStory: true,
  };
}

const filled = (tokens: number) => order({ filledTokens: asDouble(tokens) });

test('each part fill of an order is an event of its own, and the same one when told again', () => {
  const ids = [1, 2, 8].map((tokens) => orderEvent(filled(tokens))._id);
  expect(new Set(ids).size).toBe(3);
  expect(orderEvent(filled(2))._id).toBe(ids[1]);
  expect(orderEvent(filled(2))).toMatchObject({
    type: 'order.partially_filled',
    participants: ['account:buyer'],
  });
});

test.each(['filled', 'cancelled', 'expired', 'rejected'] as const)(
  'an order ends once: %s',
  (status) => {
    const event = orderEvent(order({ status, filledTokens: asDouble(3) }));
    expect(event.type).toBe(`order.${status}`);
    expect(orderEvent(order({ status }))._id).toBe(event._id);
    expect(orderEvent(filled(3))._id).not.toBe(event._id);
  },
);

test.each([
  ['exhausted', 'lot.ended'],
  ['expired', 'lot.ended'],
  ['voided', 'lot.ended'],
  ['defaulted', 'lot.defaulted'],
] as const)('a lot that is %s: %s, to both of its sides', (status, type) => {
  expect(lotEndEvent(lot(status), null, NOW)).toMatchObject({
    type,
    participants: ['account:buyer', 'seller:seller'],
  });
});

test('the rotation of a key is an event of its seller, and no change of its standing for a socket', () => {
  const row = { _id: 'change', sellerId: 'seller', at: NOW } as SellerChangeDocument;
  const rotated = keyRotatedEvent(row);
  expect(rotated).toMatchObject({ type: 'seller.key_rotated', participants: ['seller:seller'] });
  expect(changeOfEvent(rotated)).toBeNull();
  const suspended = standingEvent({ ...row, reason: 'why', actor: 'rule' }, 'Suspended', null);
  expect(changeOfEvent(suspended)).toEqual({ kind: 'standing', id: null });
});

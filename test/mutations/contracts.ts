import { area } from './mutation';

export const CONTRACTS = area('contracts', [
  {
    name: 'draw-after-the-window',
    file: 'records/ledger/reserve-draw.ts',
    find: "{ $gt: ['$endsAt', '$$NOW'] }",
    replace: "{ $gt: ['$endsAt', 0] }",
    harm: 'A ticket is redeemed after its window.',
    tests: ['lots/steps.test.ts', 'contracts/ledger.test.ts'],
  },
  {
    name: 'draw-before-the-window',
    file: 'records/ledger/reserve-draw.ts',
    find: "{ $lte: ['$opensAt', '$$NOW'] }",
    replace: "{ $gt: ['$opensAt', 0] }",
    harm: 'A ticket is redeemed before its window.',
    tests: ['lots/steps.test.ts', 'contracts/ledger.test.ts'],
  },
  {
    name: 'lot-drawn-below-zero',
    file: 'records/ledger/reserve-draw.ts',
    find: 'remainingTokens: { $gte: quantityTokens },',
    replace: '',
    harm: 'A ticket is redeemed for more than was bought.',
    tests: ['lots/redemptions.test.ts', 'contracts/ledger.test.ts'],
  },
  {
    name: 'draw-on-the-lot-of-another-contract',
    file: 'records/ledger/reserve-draw.ts',
    find: '            contractId: order.contractId,\n',
    replace: '',
    harm: 'A wrong lot would be drawn on.',
    tests: ['contracts/ledger.test.ts'],
    survives:
      'The step reads the lots of the contract alone: the condition guards against a fault of ours.',
  },
  {
    name: 'escrow-changed-meanwhile',
    file: 'records/ledger/lot-moves.ts',
    find: '              escrowScale8: lot.escrowScale8,\n              ...(stillCounts',
    replace: '              ...(stillCounts',
    harm: 'Two draws that end at once leave the escrow of one of them.',
    tests: ['contracts/ledger.test.ts', 'lots/steps.test.ts'],
    survives:
      'Every change of the escrow changes drawn tokens or the status, which the same filter compares.',
  },
  {
    name: 'drawn-tokens-changed-meanwhile',
    file: 'records/ledger/lot-moves.ts',
    find: '              drawnTokens: lot.drawnTokens,\n              escrowScale8: lot.escrowScale8,\n',
    replace: '',
    harm: 'Two draws that end at once leave the escrow of one of them.',
    tests: ['contracts/ledger.test.ts', 'lots/steps.test.ts'],
  },
]);

export const RELAY = area('relay', [
  {
    name: 'late-holder-writes',
    file: 'followers/candles/write-fenced.ts',
    find: 'filter: { _id: document._id, fence: { $lte: fence } },',
    replace: 'filter: { _id: document._id },',
    harm: 'A relay that stood still overwrites candles of its successor.',
    tests: ['market/candles.test.ts'],
  },
  {
    name: 'late-holder-deletes',
    file: 'followers/candles/write-fenced.ts',
    find: 'await collection.deleteMany({ _id: { $in: unlisted }, fence: { $lte: fence } });',
    replace: 'await collection.deleteMany({ _id: { $in: unlisted } });',
    harm: 'A relay that stood still deletes candles of its successor.',
    tests: ['market/candles.test.ts'],
    survives:
      'The list that is deleted was read with the same fence a moment before; only a successor that writes in between would be noticed.',
  },
]);

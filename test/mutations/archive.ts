import { area } from './mutation';

export const ARCHIVE = area('archive', [
  {
    name: 'tombstone-of-an-archived-fill',
    file: 'records/ledger/fills.ts',
    find: 'const recorded = mayHaveMoved(fillId) && ',
    replace: 'const recorded = fillId === null && ',
    harm: 'A book that names a sold fill again gets its tokens back, and sells them twice.',
    tests: ['records/archive.slow.test.ts'],
  },
  {
    name: 'lot-with-a-refund',
    file: 'records/archive/finished-around.ts',
    find: '    lot.refundedTokens === 0 &&\n',
    replace: '',
    harm: 'A refund is missing in the list of its seller.',
    tests: ['records/finished-lots.test.ts', 'records/archive.slow.test.ts'],
  },
  {
    name: 'lot-of-a-resting-order',
    file: 'records/archive/finished-around.ts',
    find: "status !== 'open' && updatedAt < before",
    replace: 'updatedAt < before',
    harm: 'A fill of a resting order moves while its book may name it again.',
    tests: ['records/finished-lots.test.ts', 'records/archive.slow.test.ts'],
  },
  {
    name: 'contract-without-its-archived-lots',
    file: 'records/contract-lots.ts',
    find: 'if (first === undefined) return live;',
    replace: 'if (first !== null) return live;',
    harm: 'An old contract is shown without its lots.',
    tests: ['records/archive.slow.test.ts'],
  },
  {
    name: 'record-without-its-place',
    file: 'records/archive/move.ts',
    find: 'await listRecords(records, of, month, documents, session);',
    replace: '',
    harm: 'A list does not look into the months in which its account or seller has records.',
    tests: ['records/archive-places.slow.test.ts'],
  },
  {
    name: 'month-of-an-earlier-release',
    file: 'records/archive/places.ts',
    find: 'listed !== records || placed.has(',
    replace: 'placed.has(',
    harm: 'What an earlier release archived is missing in lists.',
    tests: ['records/archive-places.slow.test.ts'],
  },
]);

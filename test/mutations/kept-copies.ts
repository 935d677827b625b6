import { area } from './mutation';

const RESTORE = 'records/backup/restore-backup.ts';
const DAYS = 'records/chain/verify-days.ts';
const REQUESTS = 'records/search-requests.ts';

/** What is restored from backups, what verifies, and what buyers find of their requests. */
export const KEPT_COPIES = area('kept', [
  {
    name: 'backup-restored-over-records',
    file: RESTORE,
    find: '  await refuseDocuments(database);\n',
    replace: '',
    harm: 'A backup is mixed with the records of a market that trades.',
    tests: ['backup/restored.test.ts'],
  },
  {
    name: 'restored-without-indexes',
    file: RESTORE,
    find: 'if (indexes.length > 0) await',
    replace: 'if (indexes.length > 100) await',
    harm: 'In a restored database nothing is unique, and every search reads everything.',
    tests: ['backup/restored.test.ts'],
  },
  {
    name: 'restored-next-to-a-writer',
    file: RESTORE,
    find: 'if (count === (backup.end.counts[name] ?? 0)) continue;',
    replace: 'if (count >= 0) continue;',
    harm: 'A restore that another program has written into is reported as complete.',
    tests: ['backup/restored.test.ts'],
  },
  {
    name: 'written-down-digest-not-compared',
    file: DAYS,
    find: 'if (expected === undefined || expected === digest) return [];',
    replace: 'if (expected === undefined || digest !== null) return [];',
    harm: 'A chain that was computed anew verifies against the digest that the auditor has.',
    tests: ['chain/verify-days.test.ts'],
  },
  {
    name: 'expected-day-that-is-gone',
    file: DAYS,
    find: 'if (days.some(({ _id }) => _id === day)) continue;',
    replace: 'if (days.length > 0) continue;',
    harm: 'A day whose digest the auditor has may be deleted.',
    tests: ['chain/verify-days.test.ts'],
  },
  {
    name: 'pages-of-requests-begin-again',
    file: REQUESTS,
    find: 'const [end] = ends.sort();',
    replace: 'const [end] = ends.sort().toReversed();',
    harm: 'The second page of the requests before a time is the first one again.',
    tests: ['records/own-requests.test.ts', 'api/account-requests.test.ts'],
  },
  {
    name: 'request-at-the-end-of-a-search-lost',
    file: REQUESTS,
    find: '{ ...range, $gte: searchedToId };',
    replace: '{ ...range, $gt: searchedToId };',
    harm: 'The last request of each search is on no page.',
    tests: ['api/account-requests.test.ts', 'records/own-requests.test.ts'],
  },
]);

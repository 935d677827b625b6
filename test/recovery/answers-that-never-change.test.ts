/**
 * What can never be done for some delays no other: each loop in the background heals the one behind
 * them in its normal time, and reports them (FLOW-12).
 */
import type { Settings } from '../../config/settings';
import { eachAtOnce } from '../../fairness/each-at-once';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { clearRecords, dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { backgroundLoops } from './background-loops';
import { acceptDocuments, outcomeOf, refusing } from './patients';
import { WARDS } from './wards';

/** The ward of each loop, or why its items depend on each other. */
const LOOPS: Readonly<
  Record<string, { readonly wards: readonly string[] } | { readonly why: string }>
> = {
  'living-workflows.ts follower': { wards: ['contract orders without a workflow'] },
  'maintenance.ts Abandoned orders': {
    wards: ['abandoned orders', 'abandoned orders whose capacity no book takes back'],
  },
  'maintenance.ts Archived records': { wards: ['records that move to the archive'] },
  'maintenance.ts Closings': { why: 'a day is closed after the day before it' },
  'maintenance.ts Contracts': {
    wards: ['lots without a workflow', 'overdue lots beside lots without a workflow'],
  },
  'maintenance.ts Digests of closed days': { why: 'a digest contains the one before it' },
  'maintenance.ts Replacements of failing workflows': { wards: ['workflows that fail'] },
  'maintenance.ts Snapshots of reputations': { wards: ['sellers whose snapshot is due'] },
  'maintenance.ts Standings': { wards: ['sellers whose standing is due'] },
  'maintenance.ts Sums of closed days': {
    why: 'a day is summed after the day before it, at whose sums the next run begins',
  },
  'order-host.ts watch': { wards: ['orders of a lost gateway'] },
  'relay.ts newBooks': {
    why: 'a hint for each book by itself: the list of books names it as well',
  },
  'relay.ts relay': {
    wards: [
      'reservations of a book',
      'reservations that a book does not take back',
      'asks that a book does not take',
      'ended orders that a book keeps',
      'books that a relay follows',
      'fills of contract orders',
    ],
  },
  'relay.ts tape': { why: 'trades are published in the order of their commits' },
  'test-sellers.ts sellers': { why: 'the demo sellers of test mode, which belong to the exchange' },
  'worker.ts candles': { why: 'candles contain the trades in the order of their commits' },
  'worker.ts endpoints': { wards: ['sellers whose probe is due'] },
  'worker.ts webhooks': { wards: ['events of webhooks'] },
};

let settings: Settings;
let records: WritableRecords;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
});
afterEach(async () => {
  for (const { collectionName } of [records.reputations, records.webhookDeliveries])
    await acceptDocuments(records, collectionName);
  await clearRecords(records);
});
afterAll(() => dropRecords(records));

test('every loop that a process begins has its ward, or a reason', () => {
  expect(backgroundLoops()).toEqual(Object.keys(LOOPS).toSorted());
  const wards = Object.values(LOOPS).flatMap((loop) => ('wards' in loop ? loop.wards : []));
  expect(wards.toSorted()).toEqual(Object.keys(WARDS).toSorted());
});

test.each(Object.entries(WARDS))('%s', async (_name, open) => {
  const ward = await open({ records, settings });
  expect(await outcomeOf(ward)).toEqual({ isHealed: true, isReported: true });
});

describe('a loop of this kind that is faulty is found', () => {
  const sick = ['a', 'b'];
  const refuse = refusing(sick);
  const all = [...sick, 'healthy'];

  test('one that ends at the first failure', async () => {
    const healed: string[] = [];
    const run = async () => {
      for (const id of all) {
        refuse(id);
        healed.push(id);
      }
    };
    const ward = { run, isHealed: () => healed.includes('healthy') };
    expect(await outcomeOf(ward)).toEqual({ isHealed: false, isReported: true });
  });

  test('one that hides failures', async () => {
    const healed: string[] = [];
    const run = () =>
      eachAtOnce(all, 1, async (id) => {
        refuse(id);
        healed.push(id);
      }).catch(() => undefined);
    const ward = { run, isHealed: () => healed.includes('healthy') };
    expect(await outcomeOf(ward)).toEqual({ isHealed: true, isReported: false });
  });
});

/** How far a book was followed, as its relays store it: a later one is never set back. */
import { bookName } from '../../domain/instruments';
import type { RelayProgress } from '../../followers/relay/ports';
import { relayPorts } from '../../followers/relay/record-ports';
import { clearRecords, recordsForFile, openedBook } from './scenario';

const BOOK = { modelId: 'followed', tenor: 'spot' } as const;
const FORMER = 3;
const LATER = 4;

const records = recordsForFile();
beforeEach(() => openedBook(records, BOOK));
afterEach(() => clearRecords(records));

/** What a relay that holds the lease with this fence reads and stores. */
function relay(fence: number) {
  const refuse = () => Promise.reject(new Error('not called'));
  const outward = { rebuild: refuse, publish: refuse, filled: refuse, expiredBids: refuse };
  const ports = relayPorts(records, outward);
  return {
    store: (progress: RelayProgress) => ports.saveProgress(BOOK, progress, fence),
    read: () => ports.readProgress(BOOK),
  };
}

function followedTo(version: number, epoch = 1): RelayProgress {
  const place = { epoch, version, mark: `event ${version}` };
  return { seen: place, transferred: place };
}

test('a relay goes on from where it, or the one before it, had come', async () => {
  const [former, later] = [relay(FORMER), relay(LATER)];
  await former.store(followedTo(5));
  await former.store(followedTo(7));
  expect(await later.read()).toEqual(followedTo(7));
  await later.store(followedTo(9));
  expect(await later.read()).toEqual(followedTo(9));
});

test.each([
  ['back: fills would be told twice', 6],
  ['ahead: fills would never be told', 50],
])('a relay that was paused while another one took over moves nothing %s', async (_why, stale) => {
  const [former, later] = [relay(FORMER), relay(LATER)];
  await former.store(followedTo(5));
  await later.store(followedTo(9));
  await former.store(followedTo(stale));
  expect(await later.read()).toEqual(followedTo(9));
});

test('a book that was built anew is followed from its beginning, though fences begin anew too', async () => {
  await relay(LATER).store(followedTo(9));
  await relay(1).store(followedTo(2, 2));
  await relay(LATER).store(followedTo(10));
  expect(await relay(1).read()).toEqual(followedTo(2, 2));
  const { relay: stored } = (await records.books.findOne({ _id: bookName(BOOK) }))!;
  expect(stored).toMatchObject({ epoch: 2, fence: 1 });
});

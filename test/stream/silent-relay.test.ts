/** The views of a book whose relay has fallen silent: none of them goes back behind what was shown. */
import { BookFeed, type ReadView } from '../../api/stream/book-feed';
import { bookMessage } from './client';

const BOOK = { modelId: 'silent', tenor: 'spot' } as const;
const LEVELS = { 'us-east': [['0.001', '10'] as const], apac: [['0.002', '20'] as const] };

test('every view that is followed keeps what the relay told last', async () => {
  // The engine answers nobody: what was told is all that is known.
  const read: ReadView = () => Promise.reject(new Error('the engine is away'));
  const feed = new BookFeed(BOOK, read);
  feed.receive(bookMessage(BOOK.modelId, 5, { asks: LEVELS }));
  const [all, apac] = [feed.hold('any'), feed.hold('apac')];
  const known = feed.snapshot(apac);
  await feed.snapshotOf(all, { epoch: 1, sequence: 6 }).catch(() => undefined);
  expect(feed.version).toMatchObject({ epoch: 1, sequence: 5 });
  expect(feed.snapshot(apac).version).toEqual(known.version);
  const late = feed.hold('us-east'); // nobody followed it when the relay was heard last
  await expect(feed.prepare(late)).rejects.toThrow('the engine is away');
  expect(feed.snapshot(apac).body.asks).toEqual([{ price: '0.002', quantity: '20' }]);
}, 10_000);

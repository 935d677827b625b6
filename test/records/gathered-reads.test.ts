import { GatheredReads } from '../../records/queries/gathered-reads';

interface Found {
  readonly _id: string;
}

/** Answers when it is told to. */
class Store {
  readonly asked: string[][] = [];
  private readonly answers: ((error?: Error) => void)[] = [];

  readonly read = (ids: readonly string[]): Promise<Found[]> => {
    this.asked.push([...ids]);
    const found = ids.filter((id) => id !== 'none').map((_id) => ({ _id }));
    return new Promise((resolve, reject) => {
      this.answers.push((error) => (error ? reject(error) : resolve(found)));
    });
  };

  async answer(error?: Error): Promise<void> {
    this.answers.shift()!(error);
    await new Promise(setImmediate);
  }
}

let store: Store;
let reads: GatheredReads<Found>;
beforeEach(() => {
  store = new Store();
  reads = new GatheredReads(store.read);
});

test('what is asked for while a read is under way goes in the next one, each id once', async () => {
  const first = reads.read('one');
  const others = [reads.read('two'), reads.read('two'), reads.read('none'), reads.read('one')];
  expect(store.asked).toEqual([['one']]);

  await store.answer();
  expect(await first).toEqual({ _id: 'one' });
  expect(store.asked).toEqual([['one'], ['two', 'none', 'one']]);

  await store.answer();
  expect(await Promise.all(others)).toEqual([{ _id: 'two' }, { _id: 'two' }, null, { _id: 'one' }]);
});

test('a read that fails fails those it was for, and no others', async () => {
  const first = reads.read('one');
  const second = reads.read('two');
  first.catch(() => undefined);
  await store.answer(new Error('away'));
  await expect(first).rejects.toThrow('away');

  await store.answer();
  expect(await second).toEqual({ _id: 'two' });
});

test.each([
  [500, 1],
  [501, 2],
])('%s ids that wait go in %s reads', async (ids, expected) => {
  const first = reads.read('first');
  const waiting = Array.from({ length: ids }, (_, index) => reads.read(`id-${index}`));
  await store.answer();
  while (store.asked.length < 1 + expected) await store.answer();
  await store.answer();
  await Promise.all([first, ...waiting]);
  expect(store.asked.slice(1).map((asked) => asked.length)).toEqual(
    expected === 1 ? [500] : [500, 1],
  );
});

/** MongoDB no longer knows the place of the tape, as after a restore: trades are told from then on. */
import { randomUUID } from 'node:crypto';
import type { BookMessage } from '../../domain/book-message';
import { Tape } from '../../followers/tape';
import { print } from '../market/tape';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const HISTORY_LOST = /resume|history/i;

const records = recordsForFile();

/** The place of a change that the trades never had. */
async function unknownPlace(): Promise<string> {
  const elsewhere = records.connection.collection(`elsewhere-${randomUUID()}`);
  await elsewhere.insertOne({});
  const stream = elsewhere.watch();
  try {
    await stream.tryNext();
    await elsewhere.insertOne({});
    const change = await until(() => stream.tryNext(), { what: 'a change' });
    return (change._id as { _data: string })._data;
  } finally {
    await stream.close();
  }
}

const placeOfTape = async () => (await records.followers.findOne({ _id: 'tape' }))?.token;

test('the operator is told of it, and the trades behind it are told to readers', async () => {
  const token = await unknownPlace();
  await records.followers.insertOne({ _id: 'tape', token, fence: 0, holder: '' } as never);
  const errors: string[] = [];
  const told: BookMessage[] = [];
  const tape = new Tape(records, {
    holder: randomUUID(),
    leaseMs: 1e3,
    publish: async (message) => void told.push(message),
    onError: (err) => void errors.push(String(err)),
  });
  const printed = (quantityTokens: number) =>
    print(records, [{ modelId: 'model', executedAt: new Date(), quantityTokens }]);
  await printed(6);
  tape.start();
  try {
    await until(() => errors.length > 0, { what: 'the loss to be told', timeoutMs: 20_000 });
    const isNoted = async () => ![null, undefined, token].includes(await placeOfTape());
    await until(isNoted, { what: 'another place of the tape', timeoutMs: 20_000 });
    await printed(7);
    await until(() => told.length > 0, { what: 'the trade', timeoutMs: 20_000 });
    expect(told.flatMap(({ trades }) => trades)).toMatchObject([{ quantity: '7' }]);
    expect(errors).toEqual([expect.stringMatching(HISTORY_LOST)]);
  } finally {
    await tape.stop();
  }
});

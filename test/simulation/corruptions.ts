/** Commits that break the ledger, to prove that a simulation tells of them at once. */
import type { WritableRecords } from '../../records/connect';
import type { JournalDocument } from '../../records/journal';
import type { Ledger } from '../../records/ledger/ledger';

export interface Corruption {
  /** In the report. */
  readonly found: RegExp;
  readonly corrupt: (records: WritableRecords) => Promise<unknown>;
}

export const CORRUPTIONS: readonly Corruption[] = [
  {
    found: /journal .* is out of balance/,
    corrupt: (records) =>
      copyOfCapture(records, ({ lines: [first] }) => ({ fillId: null, lines: [first!] })),
  },
  { found: /fill .* was captured twice/, corrupt: (records) => copyOfCapture(records, () => ({})) },
  {
    found: /account .* journals say/,
    corrupt: ({ balances }) => balances.updateOne({}, { $inc: { postedScale8: 1n } }),
  },
  {
    found: /account .* its open holds are/,
    corrupt: ({ balances }) => balances.updateOne({}, { $inc: { heldScale8: 1n } }),
  },
  {
    found: /account .* has 0 and holds 1000/,
    corrupt: ({ balances }) =>
      balances.updateOne({}, { $set: { postedScale8: 0n, heldScale8: 1_000n } }),
  },
  {
    found: /hold \S+ does not add up/,
    corrupt: ({ fills }) =>
      fills.updateOne(
        { 'hold.status': 'captured' },
        { $inc: { 'hold.capturedScale8': 1n, 'hold.releasedScale8': -1n } },
      ),
  },
  {
    found: /ask \S+ does not add up/,
    corrupt: ({ asks }) => asks.updateOne({}, { $inc: { remainingTokens: -1 } }),
  },
  {
    found: /ask .* its fills/,
    corrupt: ({ asks }) => asks.updateOne({}, { $inc: { remainingTokens: -1, soldTokens: 1 } }),
  },
];

/** As soon as something was captured. */
async function copyOfCapture(
  { journals }: WritableRecords,
  changed: (journal: JournalDocument) => Partial<JournalDocument>,
): Promise<void> {
  const capture = await journals.findOne({ kind: 'capture' });
  if (capture) await journals.insertOne({ ...capture, ...changed(capture), _id: 'capture:copy' });
}

/** Records in which this call of the ledger also corrupts something. */
export function corruptedAfter(
  call: keyof Ledger,
  records: WritableRecords,
  { corrupt }: Corruption,
): WritableRecords {
  const ledger = new Proxy(records.ledger, {
    get(from, name) {
      const member: unknown = Reflect.get(from, name, from);
      if (name !== call)
        return typeof member === 'function' ? (member.bind(from) as unknown) : member;
      return async (...args: unknown[]) => {
        const answer: unknown = await (member as (...given: unknown[]) => unknown).apply(
          from,
          args,
        );
        await corrupt(records);
        return answer;
      };
    },
  });
  return { ...records, ledger };
}

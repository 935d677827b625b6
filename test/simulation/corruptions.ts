/** Faults of the product, to prove that a simulation tells of them: of commits at once. */
import type { WritableRecords } from '../../records/connect';
import type { JournalDocument } from '../../records/documents/journal';
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
      fills.updateOne({ 'hold.status': 'captured' }, { $inc: { 'hold.capturedScale8': 1n } }),
  },
  {
    found: /ask \S+ does not add up/,
    corrupt: ({ asks }) => asks.updateOne({}, { $inc: { remainingTokens: -1 } }),
  },
  {
    found: /key \S+ holds .*, its fills/,
    corrupt: ({ buyerKeys }) =>
      buyerKeys.updateOne({ limitScale8: { $ne: null } }, { $inc: { 'spend.heldScale8': 1n } }),
  },
  {
    found: /key \S+ holds \d+ and has used \d+ of -1/,
    corrupt: ({ buyerKeys }) =>
      buyerKeys.updateOne({ limitScale8: { $ne: null } }, { $set: { limitScale8: -1n } }),
  },
  {
    found: /ask .* its fills/,
    corrupt: ({ asks }) => asks.updateOne({}, { $inc: { remainingTokens: -1, soldTokens: 1 } }),
  },
];

/** As soon as something was captured. */
async function copyOfCapture(
  { journals }: WritableRecords,
  change: (journal: JournalDocument) => Partial<JournalDocument>,
): Promise<void> {
  const capture = await journals.findOne({ kind: 'capture' });
  if (capture) await journals.insertOne({ ...capture, ...change(capture), _id: 'capture:copy' });
}

/** Records in which this call of the ledger also corrupts something. */
export function corruptedAfter(
  call: keyof Ledger,
  records: WritableRecords,
  { corrupt }: Corruption,
): WritableRecords {
  return changed(records, 'ledger', call, (original) => async (...args) => {
    const answer = await original(...args);
    await corrupt(records);
    return answer;
  });
}

/** A revocation of another key than that which was named, and a credential that any key passes. */
export const BROKEN_KEYS: readonly (Omit<Corruption, 'corrupt'> & {
  readonly broken: (records: WritableRecords) => WritableRecords;
})[] = [
  {
    found: /a key of a buyer worked after its revocation was told/,
    broken: (records) => {
      const unwritten = changed(records, 'buyerKeys', 'updateOne', () => () => Promise.resolve());
      return changed(unwritten, 'buyerKeys', 'findOne', (original) => async (...args) => {
        const [filter] = args as [object];
        const key = (await original(...args)) as object;
        return 'accountId' in filter ? { ...key, hash: 'of another key' } : key;
      });
    },
  },
  {
    found: /the former key of \S+ worked after its rotation was told/,
    broken: (records) =>
      changed(records, 'sellers', 'findOne', (original) => (...args) => {
        const [filter] = args as [object];
        return 'apiKeyHash' in filter ? records.sellers.findOne({}) : original(...args);
      }),
  },
];

type Call = (...args: unknown[]) => Promise<unknown>;

function changed<Name extends keyof WritableRecords>(
  records: WritableRecords,
  name: Name,
  call: keyof WritableRecords[Name],
  change: (original: Call) => Call,
): WritableRecords {
  const part = new Proxy(records[name] as object, {
    get(from, member) {
      const value: unknown = Reflect.get(from, member, from);
      if (typeof value !== 'function') return value;
      const original = value.bind(from) as Call;
      return member === call ? change(original) : original;
    },
  });
  return { ...records, [name]: part };
}

/** The asks and accounts of the ledger's benchmark, in the records of a database of its own. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { ReserveFill } from '../../records/ledger/reserve-fill';

const EPOCH = 1;
const BOOK = 'bench|spot';
const PRICE_SCALE8 = 1_000n;
export const QUANTITY_TOKENS = 100;
const CAPACITY_TOKENS = 1_000_000_000;
const BALANCE_SCALE8 = 10n ** 14n;
const HOUR_MS = 3_600_000;

/** Who reserves what: an account, and an ask with its seller. */
export interface Party {
  readonly accountId: string;
  readonly askId: string;
  readonly sellerId: string;
  readonly key: Key | null;
}

interface Key {
  readonly keyId: string;
  readonly isCapped: boolean;
}

/** What the callers share. */
export type Shared =
  'nothing' | 'an ask' | 'an account' | 'an ask of their process' | 'an account of their process';

/** Of each caller: one without a limit, or with one that it does not reach. */
export type KeyKind = 'free' | 'capped';

/**
 * One party for each caller of each process.
 * @returns by process, then by caller
 */
export async function makeParties(
  records: WritableRecords,
  shared: Shared,
  processes: number,
  callers: number,
  key: KeyKind | null,
): Promise<Party[][]> {
  const common = await makeParty(records);
  const partyOf = async (ofProcess: Party): Promise<Party> => {
    const own = await makeParty(records, key);
    if (shared === 'an ask') return { ...common, accountId: own.accountId };
    if (shared === 'an account') return { ...own, accountId: common.accountId };
    if (shared === 'nothing') return own;
    if (shared === 'an account of their process') return { ...own, accountId: ofProcess.accountId };
    return { ...ofProcess, accountId: own.accountId };
  };
  return Promise.all(
    Array.from({ length: processes }, async () => {
      const ofProcess = await makeParty(records);
      return Promise.all(Array.from({ length: callers }, () => partyOf(ofProcess)));
    }),
  );
}

/** A reservation of the party, under new ids. */
export function reservationOf({ accountId, askId, sellerId, key }: Party): ReserveFill {
  const terms = { modelId: 'bench', region: 'global' } as const;
  return {
    order: {
      orderId: uuidV7(),
      accountId,
      ...terms,
      venuePin: null,
      workflowId: 'bench',
      requestId: 'bench',
      ceilingScale8: PRICE_SCALE8,
      quantityMinTokens: QUANTITY_TOKENS,
      quantityMaxTokens: QUANTITY_TOKENS,
      streamed: false,
      ...(key ? { keyId: key.keyId, ...(key.isCapped ? { isCapped: true } : {}) } : {}),
    },
    fill: {
      fillId: uuidV7(),
      askId,
      sellerId,
      ...terms,
      tenor: 'spot',
      priceScale8: PRICE_SCALE8,
      quantityTokens: QUANTITY_TOKENS,
      epoch: EPOCH,
    },
  };
}

export async function makeParty(
  records: WritableRecords,
  kind: KeyKind | null = null,
): Promise<Party> {
  const { accounts, books, ledger } = records;
  const accountId = randomUUID();
  const createdAt = new Date();
  const key = kind === null ? null : await makeKey(records, accountId, kind);
  const party = { accountId, askId: uuidV7(), sellerId: randomUUID(), key };
  await accounts.insertOne({
    _id: party.accountId,
    name: 'Buyer',
    owner: null,
    priceCeilingScale8: null,
    createdAt,
    updatedAt: createdAt,
  });
  await ledger.deposit({
    accountId: party.accountId,
    amountScale8: BALANCE_SCALE8,
    reference: 'bench',
  });
  await ledger.asks.create({
    askId: party.askId,
    sellerId: party.sellerId,
    surface: 'market',
    modelId: 'bench',
    tenor: 'spot',
    region: 'global',
    priceScale8: PRICE_SCALE8,
    capacityTokens: CAPACITY_TOKENS,
    lotTokens: 1,
    validForSeconds: HOUR_MS / 1_000,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + HOUR_MS),
  });
  await ledger.asks.placed(party.askId, 1, EPOCH);
  const opened = { epoch: asDouble(EPOCH), updatedAt: createdAt };
  await books.updateOne({ _id: BOOK }, { $setOnInsert: opened }, { upsert: true });
  return party;
}

async function makeKey(
  { buyerKeys }: WritableRecords,
  accountId: string,
  kind: KeyKind,
): Promise<Key> {
  const keyId = uuidV7();
  const isCapped = kind === 'capped';
  await buyerKeys.insertOne({
    _id: keyId,
    accountId,
    hash: keyId,
    label: null,
    quotas: {},
    limitScale8: isCapped ? BALANCE_SCALE8 : null,
    createdAt: new Date(),
    revokedAt: null,
  });
  return { keyId, isCapped };
}

/** Books of a given size, written straight into MongoDB as the ledger writes an ask. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import type { AskDocument } from '../../records/documents/ask';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

const PRICES = 1_000;
const ASKS_PER_SELLER = 100;
const ASKS_PER_WRITE = 5_000;
const CAPACITY_TOKENS = 40_000;
const LOT_TOKENS = 256;
const DAY_SECONDS = 86_400;

/** Writes active asks that have a place, as a lost book leaves them behind. */
export async function writeAsks(records: Records, book: BookId, count: number): Promise<void> {
  const asks = writable(records.asks);
  for (let written = 0; written < count;) {
    const page: AskDocument[] = [];
    while (page.length < ASKS_PER_WRITE && written < count) page.push(askOf(book, (written += 1)));
    await asks.insertMany(page, { ordered: false });
  }
}

/** @param place in the book, from 1 */
function askOf({ modelId, tenor }: BookId, place: number): AskDocument {
  const nowMs = Date.now();
  const zero = asDouble(0);
  return {
    _id: uuidV7At(nowMs, randomUUID()),
    sellerId: sellerOf(Math.floor(place / ASKS_PER_SELLER)),
    surface: 'market',
    modelId,
    tenor,
    region: REGIONS[place % REGIONS.length]!,
    priceScale8: BigInt(1 + (place % PRICES)) * 1_000n,
    capacityTokens: asDouble(CAPACITY_TOKENS),
    remainingTokens: asDouble(CAPACITY_TOKENS),
    reservedTokens: zero,
    soldTokens: zero,
    expiredTokens: zero,
    cancelledTokens: zero,
    lotTokens: asDouble(LOT_TOKENS),
    validForSeconds: asDouble(DAY_SECONDS),
    status: 'active',
    sequence: asDouble(place),
    epoch: asDouble(0),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + DAY_SECONDS * 1_000),
  };
}

function sellerOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

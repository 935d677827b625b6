/**
 * What must hold after every commit of the ledger, and not only when a simulation has come to rest:
 * money and capacity are conserved in all that MongoDB has at that moment.
 */
import type { AskDocument } from '../../records/documents/ask';
import type { BalanceDocument } from '../../records/documents/balance';
import type { BuyerKeyDocument } from '../../records/documents/buyer-key';
import type { WritableRecords } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { FillDocument } from '../../records/documents/fill';
import type { HoldDocument } from '../../records/documents/hold';
import type { JournalDocument } from '../../records/documents/journal';
import type { LotDocument } from '../../records/documents/lot';
import { serverTime } from './actors';

/** What the ledger is made of, by the name of the collection. */
interface Rows {
  /** The new ones: none changes any more. */
  readonly journals: readonly JournalDocument[];
  readonly asks: readonly AskDocument[];
  readonly balances: readonly BalanceDocument[];
  readonly holds: readonly HoldDocument[];
  readonly fills: readonly FillDocument[];
  readonly lots: readonly LotDocument[];
  readonly contractorders: readonly ContractOrderDocument[];
  readonly buyerkeys: readonly BuyerKeyDocument[];
}

const NAMES = [
  'asks',
  'balances',
  'holds',
  'fills',
  'lots',
  'contractorders',
  'buyerkeys',
] as const;

interface Found {
  readonly from: string;
  readonly row: unknown;
}

const shownAs = (from: string) => ({
  $project: { _id: 0, from: { $literal: from }, row: '$$ROOT' },
});

/** The sums of the journals of an account. */
interface Replay {
  postedScale8: bigint;
  heldScale8: bigint;
  journals: number;
}

const CAPTURES: readonly string[] = ['capture', 'draw'];

export class CommitChecks {
  /** Of journals that it has read. */
  private journals = 0;
  private readonly replays = new Map<string, Replay>();
  /** Draws that it has seen: each one for the first time when it is reserved. */
  private readonly draws = new Set<string>();
  /** Fills that were paid for. */
  private readonly captured = new Set<string>();

  constructor(private readonly records: WritableRecords) {}

  /** @returns what does not hold, each in one line */
  async broken(): Promise<string[]> {
    const rows = await this.read();
    this.journals += rows.journals.length;
    return [
      ...rows.journals.flatMap((journal) => this.brokenJournal(journal)),
      ...rows.balances.flatMap((balance) => this.brokenBalance(balance, rows)),
      ...brokenHolds(rows),
      ...rows.asks.flatMap((ask) => brokenAsk(ask, rows.fills)),
      ...rows.lots.flatMap(brokenLot),
      ...rows.lots.flatMap((lot) => this.brokenWindow(lot, rows.fills)),
      ...rows.contractorders.flatMap(brokenOrder),
      ...rows.buyerkeys.flatMap((key) => brokenCap(key, rows.fills)),
    ];
  }

  /** In one command. Of the journals those that are new: they are in the order of their insertion. */
  private async read(): Promise<Rows> {
    const others = NAMES.map((coll) => ({ $unionWith: { coll, pipeline: [shownAs(coll)] } }));
    const journals = [{ $skip: this.journals }, shownAs('journals')];
    const found = await this.records.journals.aggregate<Found>([...journals, ...others]).toArray();
    const rowsOf = (name: string) =>
      found.filter(({ from }) => from === name).map(({ row }) => row);
    return Object.fromEntries(
      ['journals', ...NAMES].map((name) => [name, rowsOf(name)]),
    ) as unknown as Rows;
  }

  /** By MongoDB's clock: what a draw says of its time is the clock of its process. */
  private brokenWindow({ _id, opensAt, endsAt }: LotDocument, fills: readonly FillDocument[]) {
    const own = fills.filter(({ kind, lotId }) => kind === 'draw' && lotId === _id);
    const fresh = own.filter((draw) => !this.draws.has(draw._id));
    for (const draw of fresh) this.draws.add(draw._id);
    const now = serverTime();
    return now >= opensAt && now < endsAt
      ? []
      : fresh.map((draw) => `draw ${draw._id} was reserved outside of the window of its lot`);
  }

  private brokenJournal({ _id, kind, fillId, lines }: JournalDocument): string[] {
    const found: string[] = [];
    const sums = { posted: 0n, pending: 0n };
    const touched = new Set<string>();
    for (const { account, phase, side, amountScale8 } of lines) {
      if (amountScale8 <= 0n) found.push(`journal ${_id} has a line of ${amountScale8}`);
      const credited = side === 'credit' ? amountScale8 : -amountScale8;
      sums[phase] += credited;
      if (!account.startsWith('buyer:')) continue;
      touched.add(account);
      const replay = this.replayOf(account);
      if (phase === 'posted') replay.postedScale8 += credited;
      else replay.heldScale8 -= credited;
    }
    for (const account of touched) this.replayOf(account).journals += 1;
    if (sums.posted !== 0n || sums.pending !== 0n)
      found.push(`journal ${_id} is out of balance by ${sums.posted} and ${sums.pending}`);
    if (fillId === null || !CAPTURES.includes(kind)) return found;
    if (this.captured.has(fillId)) found.push(`fill ${fillId} was captured twice, by ${_id} too`);
    this.captured.add(fillId);
    return found;
  }

  private replayOf(account: string): Replay {
    const known = this.replays.get(account);
    if (known) return known;
    const replay = { postedScale8: 0n, heldScale8: 0n, journals: 0 };
    this.replays.set(account, replay);
    return replay;
  }

  private brokenBalance(balance: BalanceDocument, { holds, fills }: Rows): string[] {
    const { _id, postedScale8: posted, heldScale8: held, version } = balance;
    const found: string[] = [];
    const name = `account ${_id}`;
    if (held < 0n || posted < held) found.push(`${name} has ${posted} and holds ${held}`);
    const open = [...holds, ...fills.map(({ accountId, hold }) => ({ accountId, ...hold }))]
      .filter(({ accountId }) => accountId === _id)
      .reduce((sum, { openScale8 = 0n }) => sum + openScale8, 0n);
    if (open !== held) found.push(`${name} holds ${held}, its open holds are ${open}`);
    const { postedScale8, heldScale8, journals } = this.replayOf(`buyer:${_id}`);
    if (postedScale8 !== posted || heldScale8 !== held || journals !== version)
      found.push(
        `${name} has ${posted} and holds ${held} in version ${version}; ` +
          `its ${journals} journals say ${postedScale8} and ${heldScale8}`,
      );
    return found;
  }
}

function brokenHolds({ holds, fills }: Rows): string[] {
  const all = [...holds, ...fills.flatMap(({ _id, hold }) => (hold ? [{ _id, ...hold }] : []))];
  return all
    .filter(({ amountScale8, capturedScale8, releasedScale8, openScale8 }) => {
      const parts = [capturedScale8, releasedScale8, openScale8];
      const sum = capturedScale8 + releasedScale8 + openScale8;
      return sum !== amountScale8 || parts.some((part) => part < 0n);
    })
    .map(({ _id }) => `hold ${_id} does not add up`);
}

function brokenAsk(ask: AskDocument, fills: readonly FillDocument[]): string[] {
  const { _id, capacityTokens, remainingTokens, reservedTokens, soldTokens } = ask;
  const found: string[] = [];
  const parts = [remainingTokens, reservedTokens, soldTokens];
  parts.push(ask.expiredTokens, ask.cancelledTokens);
  if (!addsUp(parts, capacityTokens)) found.push(`ask ${_id} does not add up: ${parts.join()}`);
  const own = fills.filter(({ askId, kind }) => askId === _id && kind !== 'draw');
  const reserved = sumOf(own, 'reserved', 'quantityTokens');
  const sold = sumOf(own, 'settled', 'usedTokens');
  if (reserved !== reservedTokens || sold !== soldTokens)
    found.push(
      `ask ${_id} has ${reservedTokens} reserved and ${soldTokens} sold, ` +
        `its fills ${reserved} and ${sold}`,
    );
  return found;
}

function sumOf(
  fills: readonly FillDocument[],
  status: FillDocument['status'],
  part: 'quantityTokens' | 'usedTokens',
): number {
  return fills
    .filter((fill) => fill.status === status)
    .reduce((sum, { [part]: tokens }) => sum + tokens, 0);
}

function brokenLot(lot: LotDocument): string[] {
  const { _id, quantityTokens, remainingTokens, reservedTokens, drawnTokens } = lot;
  const parts = [remainingTokens, reservedTokens, drawnTokens, lot.paidTokens, lot.refundedTokens];
  const found: string[] = [];
  if (!addsUp(parts, quantityTokens)) found.push(`lot ${_id} does not add up: ${parts.join()}`);
  const { costScale8, escrowScale8, earnedScale8, refundedScale8 } = lot;
  if (escrowScale8 < 0n || escrowScale8 + earnedScale8 + refundedScale8 !== costScale8)
    found.push(`lot ${_id} of ${costScale8} has ${escrowScale8} in escrow`);
  return found;
}

function brokenOrder(order: ContractOrderDocument): string[] {
  const { _id, quantityTokens, filledTokens, openTokens, closedTokens } = order;
  const parts = [filledTokens, openTokens, closedTokens];
  return addsUp(parts, quantityTokens) ? [] : [`order ${_id} does not add up: ${parts.join()}`];
}

/** A capped key never spends more, and its sums are those of its fills. */
function brokenCap(
  { _id, limitScale8 = null, spend }: BuyerKeyDocument,
  fills: readonly FillDocument[],
): string[] {
  if (limitScale8 === null) return [];
  const { heldScale8: held = 0n, usedScale8: used = 0n } = spend ?? {};
  const found: string[] = [];
  if (held + used > limitScale8)
    found.push(`key ${_id} holds ${held} and has used ${used} of ${limitScale8}`);
  const own = fills.filter(({ keyId }) => keyId === _id);
  const open = own.reduce((sum, { hold }) => sum + (hold?.openScale8 ?? 0n), 0n);
  const settled = own.filter(({ status }) => status === 'settled');
  const cost = settled.reduce((sum, { costScale8 }) => sum + costScale8, 0n);
  if (held !== open || used !== cost)
    found.push(`key ${_id} holds ${held} and has used ${used}, its fills ${open} and ${cost}`);
  return found;
}

/** Small quantities are int32 in MongoDB, and large ones int64. */
function addsUp(parts: readonly number[], total: number): boolean {
  const numbers = parts.map(Number);
  return (
    numbers.every((part) => part >= 0) &&
    numbers.reduce((sum, part) => sum + part, 0) === Number(total)
  );
}

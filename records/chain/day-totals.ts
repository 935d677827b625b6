/** The sums of the journals of one day, computed beside MongoDB: those of its closings are compared. */
import type { JournalSums } from '../closing';
import {
  EARNING_KINDS,
  type JournalDocument,
  type JournalLine,
  type LedgerAccount,
} from '../journal';

const EARNING: ReadonlySet<string> = new Set(EARNING_KINDS);
const PARTICIPANT = /^(?:buyer|seller):/;
const PHASES = ['posted', 'pending'] as const;
type Phase = JournalLine['phase'];

export class DayTotals {
  journals = 0;
  lastJournalId = '';
  /** Debits minus credits. */
  readonly imbalanceScale8: Record<Phase, bigint> = { posted: 0n, pending: 0n };
  /** Of buyers and sellers. */
  readonly accounts = new Map<LedgerAccount, JournalSums>();

  add(journal: JournalDocument): void {
    this.journals += 1;
    this.lastJournalId = journal._id;
    for (const phase of PHASES) this.imbalanceScale8[phase] += imbalanceOf(journal, phase);
    const participants = new Set(journal.lines.map(({ account }) => account));
    for (const account of participants) if (PARTICIPANT.test(account)) this.sum(account, journal);
  }

  private sum(account: LedgerAccount, { kind, lines }: JournalDocument): void {
    const sums = this.accounts.get(account) ?? noSums();
    this.accounts.set(account, sums);
    sums.journals += 1;
    for (const line of lines.filter((each) => each.account === account)) {
      const credit = line.side === 'credit' ? line.amountScale8 : -line.amountScale8;
      if (line.phase === 'pending') sums.heldScale8 -= credit;
      else sums.postedScale8 += credit;
      if (line.phase === 'posted' && EARNING.has(kind)) sums.earnedScale8 += credit;
    }
  }
}

export function noSums(): JournalSums {
  return { postedScale8: 0n, heldScale8: 0n, earnedScale8: 0n, journals: 0 };
}

/** Whether debits equal credits in each phase, and no amount is below one. */
export function isBalanced(journal: JournalDocument): boolean {
  return (
    journal.lines.length > 1 &&
    journal.lines.every(({ amountScale8 }) => amountScale8 > 0n) &&
    PHASES.every((phase) => imbalanceOf(journal, phase) === 0n)
  );
}

function imbalanceOf({ lines }: JournalDocument, phase: Phase): bigint {
  return lines
    .filter((line) => line.phase === phase)
    .reduce(
      (sum, { side, amountScale8: amount }) => sum + (side === 'debit' ? amount : -amount),
      0n,
    );
}

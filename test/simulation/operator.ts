/**
 * The operator of a simulation: halts books and resumes them, and changes the owner of an account,
 * each until it is told that it is done. The gateway's handlers answer it, without HTTP.
 */
import type { BookId } from '../../domain/instruments';
import type { Random } from '../support/random';
import { Actor } from './actors';
import type { SimulatedProcess } from './processes';
import { nextInstant } from './instant';
import { type Sent, type Told, untilTold } from './told';
import { wait } from './temporal-values';

/** One decision, and when it counted. */
export interface Decision {
  readonly sent: Sent;
  /** After the one before. */
  readonly afterMs: number;
  readonly told: Told[];
  sentAtMs: number | null;
  toldAtMs: number | null;
  /** The instant at which it was told. */
  end: number | null;
  isOver: boolean;
}

/** A book that matches nothing for a while. */
export interface Halt {
  readonly book: BookId;
  readonly halted: Decision;
  readonly resumed: Decision;
}

/** An account that belongs to an owner of sellers from a moment on: they never trade with each other. */
export interface OwnerChange {
  readonly accountId: string;
  readonly owner: string;
  readonly changed: Decision;
}

export interface Decisions {
  readonly halts: readonly Halt[];
  readonly ownerChanges: readonly OwnerChange[];
}

export const NO_DECISIONS: Decisions = { halts: [], ownerChanges: [] };

/** The owner of the first seller. */
export const OWNER = 'owner';

export function makeDecisions(
  random: Random,
  { modelId, accounts }: { readonly modelId: string; readonly accounts: Iterable<string> },
): Decisions {
  const [accountId] = [...accounts];
  const book: BookId = { modelId, tenor: random.of(['spot', 'spot', '1h']) };
  const halt = (halted: boolean) => ({
    route: 'updateBook' as const,
    key: 'none',
    locals: {},
    params: { model_id: modelId },
    body: {
      tenor: book.tenor,
      halted,
      reason: 'A test',
    },
  });
  const change = {
    route: 'updateAccount' as const,
    key: 'none',
    locals: {},
    params: { id: accountId! },
    body: { owner: OWNER },
  };
  return {
    halts: [
      {
        book,
        halted: decision(halt(true), random.between(1, 8_000)),
        resumed: decision(halt(false), random.between(1, 8_000)),
      },
    ],
    ownerChanges: [
      { accountId: accountId!, owner: OWNER, changed: decision(change, random.between(1, 8_000)) },
    ],
  };
}

export function decision(sent: Sent, afterMs: number): Decision {
  return { sent, afterMs, told: [], sentAtMs: null, toldAtMs: null, end: null, isOver: false };
}

export const allOf = ({ halts, ownerChanges }: Decisions): readonly Decision[] => [
  ...halts.flatMap(({ halted, resumed }) => [halted, resumed]),
  ...ownerChanges.map(({ changed }) => changed),
];

/** Longer than any process stands still, and any message is late. */
const LATE_MS = 120_000;

export class Operator {
  private readonly actor = new Actor('operator');

  constructor(
    private readonly random: Random,
    private readonly gateways: () => readonly SimulatedProcess[],
  ) {}

  decide({ halts, ownerChanges }: Decisions): void {
    for (const { halted, resumed } of halts) this.haltAndResume(halted, resumed);
    for (const { changed } of ownerChanges) this.carryOut([changed]);
  }

  /** One after the other. */
  carryOut(decisions: readonly Decision[]): void {
    void this.actor.run(async () => {
      for (const one of decisions) await this.untilDone(one);
    });
  }

  /**
   * A try whose end nobody knows may halt the book after its resumption: who has made one looks again
   * later, and resumes again.
   */
  private haltAndResume(halted: Decision, resumed: Decision): void {
    void this.actor.run(async () => {
      await this.untilDone(halted);
      const isAnyOpen = halted.told.some(({ kind }) => kind === 'failed');
      await this.untilDone(resumed, !isAnyOpen);
      if (!isAnyOpen) return;
      await wait(LATE_MS);
      await untilTold(this.random, this.gateways, resumed.sent, resumed.told);
      resumed.isOver = true;
    });
  }

  private async untilDone(one: Decision, isOver = true): Promise<void> {
    await wait(one.afterMs);
    one.sentAtMs = Date.now();
    await untilTold(this.random, this.gateways, one.sent, one.told);
    [one.toldAtMs, one.end] = [Date.now(), nextInstant()];
    one.isOver = isOver;
  }
}

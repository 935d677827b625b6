/**
 * The floor of every hold: the ledger's reserve transaction, as a MongoDB transaction per call and
 * through the group commit. Every caller has its own account and ask, which is the best case for
 * single transactions: there are no write conflicts.
 */
import { type WritableRecords, connectRecords } from '../../records/connect';
import { applyWrites } from '../../records/ledger/apply-writes';
import { FenceStripes } from '../../records/ledger/fence-stripes';
import { type ReserveFill, reserveFill } from '../../records/ledger/reserve-fill';
import { type Party, makeParty, reservationOf } from '../ledger/market';
import { type Call, timed } from '../measure/load';

const NOTED_NOWHERE = { add: () => undefined };

export class TransactionFloor {
  private readonly stripes = new FenceStripes();

  private constructor(
    private readonly records: WritableRecords,
    private readonly parties: readonly Party[],
  ) {}

  static async open(mongoUri: string, callers: number): Promise<TransactionFloor> {
    const records = await connectRecords({ mongoUri, MONGODB_DATABASE: 'bench-floors' });
    const parties = Array.from({ length: callers }, () => makeParty(records));
    return new TransactionFloor(records, await Promise.all(parties));
  }

  /** Each reservation in a transaction of its own. */
  readonly alone: Call = timed(async (caller) => {
    const [step] = await reserveFill(this.records, NOTED_NOWHERE).plan(
      [this.reservation(caller)],
      false,
    );
    if (step?.kind !== 'write') throw new Error('The reservation was not planned as a write');
    const { writes } = step;
    const { connection } = this.records;
    const database = connection.db!;
    const session = connection.getClient().startSession();
    const stripe = this.stripes.take();
    try {
      await session.withTransaction(
        () => applyWrites({ database, session }, this.records, [writes], stripe),
        {
          writeConcern: { w: 'majority', journal: true },
        },
      );
    } finally {
      this.stripes.release(stripe);
      await session.endSession();
    }
  });

  readonly grouped: Call = timed(async (caller) => {
    const { status } = await this.records.ledger.reserveFill(this.reservation(caller));
    if (status !== 'reserved') throw new Error(`The reservation was ${status}`);
  });

  close(): Promise<void> {
    return this.records.close();
  }

  private reservation(caller: number): ReserveFill {
    return reservationOf(this.parties[caller]!);
  }
}

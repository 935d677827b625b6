/**
 * The floor of every hold: the ledger's reserve transaction, as a MongoDB transaction per call and
 * through the group commit. Every caller has its own account and ask, which is the best case for
 * single transactions: there are no write conflicts.
 */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { applyWrites } from '../../records/ledger/apply-writes';
import { type ReserveFill, reserveFill } from '../../records/ledger/reserve-fill';
import { type Call, timed } from '../measure/load';

const EPOCH = 1;
const PRICE_SCALE8 = 1_000n;
const QUANTITY_TOKENS = 100;
const CAPACITY_TOKENS = 1_000_000_000;
const BALANCE_SCALE8 = 10n ** 14n;
const HOUR_MS = 3_600_000;

type Party = Pick<ReserveFill['order'], 'accountId'> &
  Pick<ReserveFill['fill'], 'askId' | 'sellerId'>;

const NOTED_NOWHERE = { add: () => undefined };

export class TransactionFloor {
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
    try {
      await session.withTransaction(
        () => applyWrites({ database, session }, this.records, [writes]),
        {
          writeConcern: { w: 'majority', journal: true },
        },
      );
    } finally {
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
    const { accountId, askId, sellerId } = this.parties[caller]!;
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
}

async function makeParty({ accounts, ledger }: WritableRecords): Promise<Party> {
  const party = { accountId: randomUUID(), askId: uuidV7(), sellerId: randomUUID() };
  const createdAt = new Date();
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
  return party;
}

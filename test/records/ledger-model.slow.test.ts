/**
 * Random commands go to the ledger and to a model of a few lines that is obviously right; both must
 * give the same answers and end in the same balances and quantities.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { costScale8, holdAmountScale8 } from '../../domain/money';
import type { WritableRecords } from '../../records/connect';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const PRICE = 1_500n;
const DEPOSIT = 20_000n;
const CAPACITY = 40_000;
const ACCOUNTS = 3;
const ASKS = 2;

type Command =
  | { kind: 'reserve'; account: number; ask: number; fill: number; tokens: number }
  | { kind: 'settle'; fill: number; tokens: number }
  | { kind: 'release'; fill: number }
  | { kind: 'abandon'; fill: number }
  | { kind: 'deposit'; account: number; amount: number; reference: number }
  | { kind: 'cancel'; ask: number };

const oneOf = (size: number) => fc.nat({ max: size - 1 });
const fill = oneOf(12);
const commands = fc.array(
  fc.oneof<fc.Arbitrary<Command>[]>(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('reserve' as const),
        account: oneOf(ACCOUNTS),
        ask: oneOf(ASKS),
        fill,
        tokens: fc.integer({ min: 1, max: 9_000 }),
      }),
    } as never,
    fc.record({ kind: fc.constant('settle' as const), fill, tokens: fc.nat({ max: 9_000 }) }),
    fc.record({ kind: fc.constant('release' as const), fill }),
    fc.record({ kind: fc.constant('abandon' as const), fill }),
    fc.record({
      kind: fc.constant('deposit' as const),
      account: oneOf(ACCOUNTS),
      amount: fc.integer({ min: 1, max: 5_000 }),
      reference: oneOf(3),
    }),
    fc.record({ kind: fc.constant('cancel' as const), ask: oneOf(ASKS) }),
  ),
  { minLength: 1, maxLength: 40 },
);

interface ModelFill {
  status: 'reserved' | 'settled' | 'released' | 'abandoned';
  account: number;
  ask: number;
  tokens: number;
}

/** The rules, with nothing around them. */
class Model {
  readonly accounts = Array.from({ length: ACCOUNTS }, () => ({ posted: DEPOSIT, held: 0n }));
  readonly asks = Array.from({ length: ASKS }, () => ({
    active: true,
    remaining: CAPACITY,
    reserved: 0,
    sold: 0,
    cancelled: 0,
  }));
  private readonly fills = new Map<number, ModelFill>();
  private readonly references = new Map<string, number>();

  run(command: Command): string {
    switch (command.kind) {
      case 'reserve':
        return this.reserve(command);
      case 'settle':
        return this.settle(command);
      case 'release':
        return this.release(command.fill);
      case 'abandon':
        return this.abandon(command.fill);
      case 'deposit':
        return this.deposit(command);
      case 'cancel':
        return this.cancel(command.ask);
    }
  }

  private reserve(command: Extract<Command, { kind: 'reserve' }>): string {
    const known = this.fills.get(command.fill);
    if (known) return known.status === 'abandoned' ? 'abandoned' : 'duplicate';
    const account = this.accounts[command.account]!;
    const ask = this.asks[command.ask]!;
    if (!isActive(ask)) return 'ask_not_active';
    if (ask.remaining < command.tokens) return 'ask_short';
    const amount = holdAmountScale8(PRICE, command.tokens);
    if (account.posted - account.held < amount) return 'insufficient_balance';
    account.held += amount;
    ask.remaining -= command.tokens;
    ask.reserved += command.tokens;
    this.fills.set(command.fill, { ...command, status: 'reserved' });
    return 'reserved';
  }

  private settle(command: Extract<Command, { kind: 'settle' }>): string {
    const known = this.fills.get(command.fill);
    if (known?.status === 'settled') return 'duplicate';
    if (known?.status !== 'reserved') return 'not_reserved';
    const used = Math.min(command.tokens, known.tokens);
    this.accounts[known.account]!.posted -= costScale8(PRICE, used);
    this.end(known, 'settled', used);
    return 'settled';
  }

  private release(id: number): string {
    const known = this.fills.get(id);
    if (known?.status === 'released') return 'duplicate';
    if (known?.status !== 'reserved') return 'not_reserved';
    this.end(known, 'released', 0);
    return 'released';
  }

  private end(known: ModelFill, status: 'settled' | 'released', used: number): void {
    known.status = status;
    this.accounts[known.account]!.held -= holdAmountScale8(PRICE, known.tokens);
    const ask = this.asks[known.ask]!;
    ask.reserved -= known.tokens;
    ask.sold += used;
    ask[ask.active ? 'remaining' : 'cancelled'] += known.tokens - used;
  }

  private abandon(id: number): string {
    const known = this.fills.get(id);
    if (known && known.status !== 'abandoned') return 'known';
    this.fills.set(id, { status: 'abandoned', account: 0, ask: 0, tokens: 0 });
    return 'abandoned';
  }

  private deposit(command: Extract<Command, { kind: 'deposit' }>): string {
    const key = `${command.account}:${command.reference}`;
    const known = this.references.get(key);
    if (known !== undefined) return known === command.amount ? 'duplicate' : 'conflict';
    this.references.set(key, command.amount);
    this.accounts[command.account]!.posted += BigInt(command.amount);
    return 'posted';
  }

  private cancel(index: number): string {
    const ask = this.asks[index]!;
    if (!isActive(ask)) return 'not_active';
    ask.active = false;
    ask.cancelled += ask.remaining;
    ask.remaining = 0;
    return 'cancelled';
  }
}

/** Used up is not active any more either. */
function isActive(ask: Model['asks'][number]): boolean {
  return ask.active && ask.remaining + ask.reserved > 0;
}

/** The same commands for the ledger. */
class Subject {
  private constructor(
    private readonly records: WritableRecords,
    readonly accountIds: string[],
    readonly askIds: string[],
    private readonly name: string,
  ) {}

  static async create(records: WritableRecords): Promise<Subject> {
    const accounts = Array.from({ length: ACCOUNTS }, () => fundedAccount(records, DEPOSIT));
    const asks = Array.from({ length: ASKS }, () =>
      placedAsk(records, { capacityTokens: CAPACITY, priceScale8: PRICE, sellerId: 'seller' }),
    );
    return new Subject(records, await Promise.all(accounts), await Promise.all(asks), randomUUID());
  }

  async run(command: Command): Promise<string> {
    const { ledger } = this.records;
    const fillId = 'fill' in command ? `${this.name}-${command.fill}` : '';
    switch (command.kind) {
      case 'reserve': {
        const result = await ledger.reserveFill(
          await reservation(this.records, {
            accountId: this.accountIds[command.account]!,
            askId: this.askIds[command.ask]!,
            quantityTokens: command.tokens,
            fillId,
          }),
        );
        return 'reason' in result ? result.reason : result.status;
      }
      case 'settle':
        return (await ledger.settleFill(settlement(fillId, command.tokens))).status;
      case 'release':
        return (await ledger.releaseFill({ fillId, reason: 'test' })).status;
      case 'abandon': {
        const book = { modelId: 'gpt-4o', tenor: 'spot' } as const;
        return (await ledger.abandonFill({ fillId, askId: this.askIds[0]!, book })).status;
      }
      case 'deposit':
        return ledger
          .deposit({
            accountId: this.accountIds[command.account]!,
            amountScale8: BigInt(command.amount),
            reference: `r-${command.reference}`,
          })
          .then(
            ({ status }) => status,
            () => 'conflict',
          );
      case 'cancel':
        return (await ledger.cancelAsk(this.askIds[command.ask]!, 'seller')).status;
    }
  }

  async state() {
    const balances = await Promise.all(
      this.accountIds.map((id) => this.records.ledger.balanceOf(id)),
    );
    const asks = await Promise.all(this.askIds.map((_id) => this.records.asks.findOne({ _id })));
    return {
      accounts: balances.map((balance) => ({
        posted: balance.postedScale8,
        held: balance.heldScale8,
      })),
      asks: asks.map((ask) => ({
        remaining: ask!.remainingTokens,
        reserved: ask!.reservedTokens,
        sold: ask!.soldTokens,
        cancelled: ask!.cancelledTokens,
      })),
    };
  }
}

describe('the ledger against its model', () => {
  let records: WritableRecords;
  beforeAll(async () => {
    records = await openRecords();
  });
  afterAll(() => dropRecords(records));

  it('gives the same answers and ends in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const subject = await Subject.create(records);
        const model = new Model();
        for (const command of list) {
          expect([command, await subject.run(command)]).toEqual([command, model.run(command)]);
        }
        expect(await subject.state()).toEqual({
          accounts: model.accounts,
          asks: model.asks.map(({ active: _active, ...tokens }) => tokens),
        });
      }),
      { numRuns: 40 },
    );
    await expectSound(records);
  });

  it('keeps every invariant when the commands run all at once', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const subject = await Subject.create(records);
        await Promise.all(list.map((command) => subject.run(command)));
        const { accounts, asks } = await subject.state();
        for (const { posted, held } of accounts) expect(posted >= held && held >= 0n).toBe(true);
        for (const { remaining, reserved, sold, cancelled } of asks) {
          expect(remaining + reserved + sold + cancelled).toBe(CAPACITY);
        }
      }),
      { numRuns: 25 },
    );
    await expectSound(records);
  });
});

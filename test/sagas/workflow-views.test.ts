/** What workflows of checks, tickets and sellers do, and what the operator reads in their histories. */
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { createMaintenanceActivities } from '../../activities/maintenance';
import type { Registration } from '../../domain/registration';
import {
  ban,
  register,
  reinstate,
  rotateKey,
  setStanding,
  suspend,
  updateProfile,
} from '../../workflows/seller';
import { WorkflowStage } from './workflow-stage';

const REFUSAL = { code: 'no_match', message: 'No ask is cheap enough.' };
const SELLER = 'the-seller';

let stage: WorkflowStage;
const script = {
  whole: { violations: 0, unchecked: 2 } as unknown,
  recent: { violations: 3, unchecked: 0 } as unknown,
  ticket: async (): Promise<unknown> => null,
  seeds: [] as string[],
  registered: {} as unknown,
  standing: {} as unknown,
  overridden: null as unknown,
};
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows'));
  const checks = createMaintenanceActivities({
    finishOrphans: async () => 7,
    checkLedger: async () => script.recent,
    checkWholeLedger: async () => script.whole,
  } as never);
  await stage.work({
    ...checks,
    buyTicket: (_order: unknown, seed: string) => {
      script.seeds.push(seed);
      return script.ticket();
    },
    registerSeller: async () => script.registered,
    overrideStanding: async (_url: string, override: unknown) => {
      script.overridden = override;
      return script.standing;
    },
    judgeStanding: async () => script.standing,
  });
});
afterAll(() => stage.close());

const viewOf = async (run: WorkflowHandle) =>
  (await run.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
const attributesOf = async (run: WorkflowHandle) => (await run.describe()).searchAttributes;

describe('maintenance and reconciliation', () => {
  const check = async (...args: unknown[]) => {
    const run = await stage.start('reconciliation', ...args);
    return [await run.result(), await viewOf(run)];
  };

  test('the hourly check reads recent records, the other one all of them', async () => {
    const recent = [{ violations: 3, unchecked: 0 }, '**3 violations**'];
    expect(await check()).toEqual(recent);
    expect(await check('recent')).toEqual(recent);
    const all = [{ violations: 0, unchecked: 2 }, '**0 violations**, **2 not checked**'];
    expect(await check('all')).toEqual(all);
    script.recent = { violations: 0, unchecked: 0 };
    expect(await check()).toEqual([script.recent, 'Everything adds up']);
  });

  test('a check that is not due reports nothing; a number of an earlier release is one of violations', async () => {
    script.whole = null;
    expect(await check('all')).toEqual([null, expect.anything()]);
    script.recent = 4;
    expect(await check()).toEqual([{ violations: 4, unchecked: 0 }, '**4 violations**']);
  });

  test('maintenance tells how many orders it has ended', async () => {
    expect(await (await stage.start('upkeep')).result()).toEqual({ finished: 7 });
  });
});

describe('the purchase of a ticket', () => {
  const buy = () => stage.start('ticketPurchase', { quantityTokens: 9, modelId: 'model' });
  const failureOf = async (run: WorkflowHandle) => {
    const err = await run.result().catch((reason: unknown) => reason);
    expect(err).toBeInstanceOf(WorkflowFailedError);
    return (err as WorkflowFailedError).cause as ApplicationFailure;
  };

  test('that is filled tells its lot, and can be found by its seller', async () => {
    script.ticket = async () => ({ kind: 'bought', sellerId: SELLER, lotId: 'lot' });
    const run = await buy();
    expect(await run.result()).toEqual({ lotId: 'lot' });
    expect(await viewOf(run)).toContain(SELLER);
    expect(await attributesOf(run)).toMatchObject({
      Ids: expect.arrayContaining([SELLER]),
      Outcome: ['filled'],
    });
  });

  test('that is refused fails with its refusal, and can be found by its code', async () => {
    script.ticket = async () => ({ kind: 'refused', refusal: REFUSAL });
    const run = await buy();
    const { type, details, nonRetryable } = await failureOf(run);
    expect({ type, details, nonRetryable }).toEqual({
      type: 'no_match',
      details: [REFUSAL],
      nonRetryable: true,
    });
    expect(await viewOf(run)).toContain('no_match');
    expect(await attributesOf(run)).toMatchObject({ Outcome: ['no_match'] });
  });

  test('whose step fails for good fails with the reason of the step', async () => {
    script.ticket = () => Promise.reject(ApplicationFailure.nonRetryable('lost', 'too_old'));
    expect((await failureOf(await buy())).type).toBe('too_old');
  });

  test('asks the book again as the same purchase, and no other purchase is the same', async () => {
    script.seeds.splice(0);
    let calls = 0;
    script.ticket = async () => {
      calls += 1;
      if (calls === 1) throw new Error('an answer was lost');
      return { kind: 'bought', sellerId: SELLER, lotId: 'lot' };
    };
    await (await buy()).result();
    await (await buy()).result();
    const [first, again, other] = script.seeds;
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('a seller', () => {
  const registered = (change: string) => ({
    kind: 'registered',
    change,
    seller: {
      sellerId: SELLER,
      supportedModels: ['model'],
    },
  });
  const REGISTRATION: Registration = {
    name: 'Seller',
    endpointUrl: 'https://seller.example/v1',
    supportedModels: ['model'],
    regions: null,
    apiKeyHash: 'hash',
    currentKeyHash: null,
    local: false,
  };
  const tell = async (run: WorkflowHandle, standing: string, suspendedMs: number | null) => {
    script.standing = { sellerId: SELLER, standing, suspendedMs };
    await run.executeUpdate(setStanding, {
      args: [{ standing, reason: 'seen', requestId: 'request' } as never],
    });
    return viewOf(run);
  };

  test('is shown with its endpoint, its registration, its standing and what it owes', async () => {
    const run = await stage.start('seller', 'https://seller.example/v1');
    expect(await viewOf(run)).toContain('https://seller.example/v1');
    script.registered = registered('created');
    await run.executeUpdate(register, { args: [REGISTRATION] });
    expect(await viewOf(run)).toMatch(
      new RegExp(`${SELLER}.*created[^]*\\*\\*Active\\*\\*[^]*owes`),
    );
    expect(await attributesOf(run)).toMatchObject({ Ids: [SELLER] });
    expect(await attributesOf(run)).toMatchObject({ SellerStanding: ['Active'] });

    const dayMs = 86_400_000;
    const suspended = await tell(run, 'Suspended', dayMs);
    const until = /\*\*Suspended\*\* until (\S+)/.exec(suspended)?.[1];
    expect(Math.abs(Date.parse(until!) - Date.now() - dayMs)).toBeLessThan(60_000);
    expect(suspended).not.toContain('**Active**');
    expect(await attributesOf(run)).toMatchObject({ SellerStanding: ['Suspended'] });

    // A new key leaves the standing as it is.
    script.registered = registered('key rotated');
    await run.executeUpdate(register, { args: [REGISTRATION] });
    expect(await viewOf(run)).toMatch(/key rotated[^]*\*\*Suspended\*\*/);
    expect(await attributesOf(run)).toMatchObject({ SellerStanding: ['Suspended'] });

    expect(await tell(run, 'Banned', null)).toMatch(/\*\*Banned\*\*$/m);
    expect(await attributesOf(run)).toMatchObject({ SellerStanding: ['Banned'] });
    await run.signal('sleep');
    await run.result();
  });

  test('shows what each update has done, by its name, and answers queries for its standing and registrations', async () => {
    const run = await stage.start('seller', 'https://named.example/v1');
    expect(await run.query('standing')).toBeNull();
    const changes = ['created', 'updated', 'key rotated'];
    for (const [at, update] of [register, updateProfile, rotateKey].entries()) {
      script.registered = registered(changes[at]!);
      await run.executeUpdate(update, { args: [REGISTRATION] });
    }
    const seen: any[] = await run.query('registrations');
    expect(seen.map(({ change }) => change)).toEqual(changes);
    expect(await run.query('standing')).toMatchObject({ standing: 'Active', seller_id: SELLER });

    const decisions = [
      [ban, 'Banned'],
      [suspend, 'Suspended'],
      [reinstate, 'Active'],
    ] as const;
    for (const [update, standing] of decisions) {
      script.standing = { sellerId: SELLER, standing, suspendedMs: null };
      const reason = `${update.name} | for it`;
      await run.executeUpdate(update, { args: [{ reason, requestId: 'request' }] });
      expect(script.overridden).toMatchObject({ standing, reason });
      expect(await run.query('standing')).toMatchObject({ standing });
    }
    const rows = (await viewOf(run)).split('\n').filter((line) => line.startsWith('| 20'));
    expect(rows.map((row) => row.replace(/^\| \S+ /, ''))).toEqual([
      ...changes.map((change) => `| Registration: ${change} | \`model\` |`),
      ...decisions.map(
        ([{ name }, standing]) => `| Standing **${standing}** | \`${name} \\| for it\` |`,
      ),
    ]);
    await run.signal('sleep');
    await run.result();
  });

  test('keeps what was shown over the end of a run', async () => {
    const shown = [['standing', 'Standing **Probation**']];
    const run = await stage.start('seller', 'https://x.example', true, { lookAtMs: null, shown });
    expect(await viewOf(run)).toMatch(/x\.example[^]*\*\*Probation\*\*/);
    await run.signal('sleep');
    await run.result();
  });
});

/** The audit of the operator's changes, and the history of reconciliation. */
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { scheduledWorkflowId } from '../../domain/workflow-names';
import { isFullCheckDue, keepRun, reconcile } from '../../exchange/maintenance/reconcile';
import { NEWEST_FULL_RUN } from '../../records/documents/reconciliation';
import { openMarket } from '../e2e/market';
import { type Answer, Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const ask = (method: Method, path: string, body?: unknown): Promise<Answer> =>
  exchange.send(method, `/admin/v1${path}`, {
    admin: true,
    ...(body === undefined ? {} : { body }),
  });

/** The outcome is written after the answer. */
async function actionsOf(target: string, count: number): Promise<any[]> {
  const read = async () => (await ask('GET', `/audit?target=${target}`)).body.actions as any[];
  const isComplete = async () => {
    const actions = await read();
    return actions.length === count && actions.every(({ outcome }) => outcome !== 'unknown');
  };
  await until(isComplete, { what: `${count} actions with their outcome` });
  return read();
}

describe('audit', () => {
  test('a halt and a resumption, with reason, token, request id and outcome', async () => {
    const { model, key } = await openMarket(exchange);
    const halt = await ask('PATCH', `/books/${model}`, { halted: true, reason: 'bad prices' });
    expect(halt.body).toMatchObject({
      status: 'halted',
      reason: 'bad prices',
      halted_by: expect.stringMatching(/^token [0-9a-f]{8}$/),
    });
    expect(await exchange.chat(key, { model })).toMatchObject({ body: { code: 'market_halted' } });
    const resumed = await ask('PATCH', `/books/${model}`, { halted: false });
    expect(resumed.body).toMatchObject({ status: 'open', halted_by: null, reason: null });
    expect((await exchange.chat(key, { model })).status).toBe(200);

    const [second, first] = await actionsOf(model, 2);
    expect(first).toMatchObject({
      action: 'updateBook',
      method: 'PATCH',
      path: `/admin/v1/books/${model}`,
      reason: 'bad prices',
      details: { halted: 'true' },
      actor: halt.body.halted_by,
      request_id: halt.headers['x-request-id'],
      outcome: 'done',
      status: 200,
      code: null,
    });
    expect(second).toMatchObject({ details: { halted: 'false' }, reason: null, outcome: 'done' });
  });

  test('a refused change is recorded with its code; a read and an invalid body are not', async () => {
    const id = randomUUID();
    const path = `/accounts/${id}/deposits`;
    expect((await ask('GET', `/accounts/${id}`)).status).toBe(404);
    expect((await ask('POST', path, { amount: '-1', reference: 'r' })).status).toBe(400);
    expect((await ask('POST', path, { amount: '1', reference: 'r' })).status).toBe(404);
    const [action] = await actionsOf(id, 1);
    expect(action).toMatchObject({
      action: 'depositToAccount',
      details: { amount: '1', reference: 'r' },
      outcome: 'refused',
      status: 404,
      code: 'not_found',
    });
  });

  test('no record contains a key or the token', async () => {
    const { accountId } = await exchange.buyer('0');
    const { body } = await ask('POST', `/accounts/${accountId}/keys`, { label: 'laptop' });
    await ask('DELETE', `/accounts/${accountId}/keys/${body.key_id}`);
    const actions = await actionsOf(accountId, 3);
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['revokeKey', 'createKey']),
    );
    const text = JSON.stringify(await exchange.records.operatorActions.find({}).toArray());
    expect(text).toContain(body.key_id);
    expect(text).not.toContain(body.buyer_key);
    expect(text).not.toContain(exchange.settings.secrets.operatorToken);
  });

  test('pages, by action and period', async () => {
    const { accountId } = await exchange.buyer('0');
    const path = `/accounts/${accountId}`;
    for (const name of ['one', 'two', 'three']) await ask('PATCH', path, { name });
    const query = `/audit?target=${accountId}&action=updateAccount`;
    const first = (await ask('GET', `${query}&limit=2`)).body;
    expect(first.actions.map(({ details }: any) => details.name)).toEqual(['three', 'two']);
    const next = `${query}&limit=2&cursor=${encodeURIComponent(first.next_cursor)}`;
    const second = (await ask('GET', next)).body;
    expect(second).toMatchObject({ actions: [{ details: { name: 'one' } }], has_more: false });
    const past = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
    expect((await ask('GET', `${query}&to=${past}`)).body.actions).toEqual([]);
    expect((await ask('GET', `${query}&from=${past}`)).body.actions).toHaveLength(3);
    const reversed = `/audit?from=${encodeURIComponent(new Date().toISOString())}&to=${past}`;
    expect(await ask('GET', reversed)).toMatchObject({ status: 400, body: { param: 'to' } });
  });
});

describe('history of reconciliation', () => {
  test('a run is kept, whole and by invariant', async () => {
    const run = (await ask('POST', '/reconciliation/runs')).body;
    const [kept] = (await ask('GET', '/reconciliation/runs?limit=1')).body.runs;
    expect(kept).toMatchObject({ as_of: run.as_of, trigger: 'operator', violations: 0 });
    expect(kept.invariants).toHaveLength(run.invariants.length);
    expect((await ask('GET', `/reconciliation/runs/${kept.run_id}`)).body).toEqual(run);
    const [one] = (await ask('GET', '/reconciliation/runs?limit=1&invariant=I3')).body.runs;
    expect(one.invariants).toEqual([expect.objectContaining({ id: 'I3', status: 'ok' })]);
    expect((await ask('GET', `/reconciliation/runs/${randomUUID()}`)).status).toBe(404);
  });

  test('all records are checked again when the last time is as long ago as the setting says', async () => {
    const { records } = exchange;
    await reconcile(records, 'operator', 'all');
    const { full } = (await ask('GET', '/reconciliation')).body;
    expect(full).toMatchObject({ duration_ms: expect.any(Number), unchecked: 0 });
    expect(full.journals).toBeGreaterThan(0);
    const after = (ms: number) => new Date(Date.parse(full.as_of) + ms);
    expect(await isFullCheckDue(records, 2, after(2 * 3_600_000 - 1))).toBe(false);
    expect(await isFullCheckDue(records, 2, after(2 * 3_600_000))).toBe(true);
    expect(await isFullCheckDue(records, 0, after(1e12))).toBe(false);
    await reconcile(records, 'operator');
    expect((await ask('GET', '/reconciliation')).body).toMatchObject({ extent: 'recent', full });
  });

  test('a worker checks all records by schedule, and only when that is due', async () => {
    const { records, settings } = exchange;
    const connection = await Connection.connect({ address: settings.TEMPORAL_ADDRESS! });
    const name = scheduledWorkflowId(settings.TOKENBOOK_DEPLOYMENT, 'full-reconciliation');
    const { schedule, workflow } = new Client({ connection });
    const { reconciliation, reconciliationRuns } = records;
    const full = { extent: 'all', trigger: 'schedule' } as const;
    await reconciliation.deleteOne({ _id: NEWEST_FULL_RUN });
    const runs = await reconciliationRuns.countDocuments(full);
    const results = async () => {
      const found: unknown[] = [];
      const query = 'WorkflowType = "reconciliation" AND ExecutionStatus = "Completed"';
      for await (const { workflowId } of workflow.list({ query })) {
        if (workflowId.startsWith(name)) found.push(await workflow.getHandle(workflowId).result());
      }
      return found;
    };
    const before = (await results()).length;
    for (const done of [before + 1, before + 2]) {
      await schedule.getHandle(name).trigger();
      await until(async () => (await results()).length >= done, { what: 'the scheduled check' });
    }
    expect(await results()).toEqual(expect.arrayContaining([null]));
    expect(await reconciliationRuns.countDocuments(full)).toBe(runs + 1);
    await connection.close();
  });

  test('the newest runs are kept', async () => {
    const { reconciliationRuns } = exchange.records;
    await reconciliationRuns.deleteMany({});
    const ids = [1, 2, 3, 4].map((at) => `0190a0a0-0000-7000-8000-00000000000${at}`);
    for (const [at, _id] of ids.entries()) {
      const run = { _id, trigger: 'schedule' as const, ranAt: new Date(), results: [] };
      await keepRun(exchange.records, run, 3);
      const left = await reconciliationRuns.find({}).sort({ _id: 1 }).toArray();
      expect(left.map((each) => each._id)).toEqual(ids.slice(Math.max(0, at - 2), at + 1));
    }
  });
});

/** A ward for each loop whose items are independent of each other. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { uuidV7At } from '../../domain/ids';
import { OrderRecording } from '../../exchange/takeover/order-recording';
import { LotWorkflows } from '../../exchange/contracts/lot-workflows';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { GatewayOrders } from '../../exchange/takeover/gateway-orders';
import { AbandonedOrders } from '../../exchange/takeover/abandoned-orders';
import { ContractMaintenance } from '../../exchange/maintenance/contract-maintenance';
import { replaceFailing } from '../../exchange/maintenance/failing-workflows';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import { StartRefused } from '../../exchange/takeover/start-refused';
import { fanOut } from '../../exchange/webhooks/fan-out';
import { HealthProbe } from '../../exchange/probing/endpoint-checks';
import { LivingFollower } from '../../followers/living/follower';
import { livingKinds } from '../../followers/living/kinds';
import { ARCHIVE_AGE_MIN_MS, archiveName } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { ContractOrders } from '../../temporal/contract-orders';
import { boughtTicket, newOrder } from '../contracts/records-scenario';
import { SEALER, fundedAccount, placedAsk, reservation, settlement } from '../records/scenario';
import { History } from '../../bench/years/history';
import { type NewWard, SICK, type Ward, patients, refuseDocuments, refusing } from './patients';
import { REDIS_WARDS } from './redis-wards';

const USD = 100_000_000n;
const MINUTE_MS = 60_000;
const LONG_AGO = new Date(Date.now() - 5 * MINUTE_MS);
const EPOCH = 1;

const sellerOf = (_id: string, more: object = {}) => ({
  _id,
  name: 'Seller',
  endpointUrl: `https://${_id}.example/v1`,
  apiKeyHash: _id,
  supportedModels: [],
  regions: [],
  standing: 'Active',
  owner: null,
  quotas: {},
  registeredAt: LONG_AGO,
  updatedAt: LONG_AGO,
  asleepSince: null,
  ...more,
});

const standings: NewWard = async ({ records }) => {
  const { sick, healthy, all } = patients();
  const over = { standing: 'Suspended', suspendedUntil: LONG_AGO };
  await records.sellers.insertMany(all.map((_id) => sellerOf(_id, over)) as never);
  const notified: string[] = [];
  const refuse = refusing(sick);
  const watch = new StandingWatch({
    records,
    tell: async ({ _id }) => {
      refuse(_id);
      notified.push(_id);
    },
    suspect: () => undefined,
    windowMs: 0,
    onError: () => undefined,
  });
  return { run: () => watch.sweep(), isHealed: () => notified.includes(healthy) };
};

const snapshots: NewWard = async ({ records }) => {
  const { sick, healthy, all } = patients();
  await records.sellers.insertMany(all.map((_id) => sellerOf(_id)) as never);
  const accountId = await fundedAccount(records, 1_000n * USD);
  for (const sellerId of all) {
    const askId = await placedAsk(records, { capacityTokens: 100, sellerId });
    const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
    await records.ledger.reserveFill(request);
    await records.ledger.settleFill(settlement(request.fill.fillId, 5));
  }
  await refuseDocuments(records, records.reputations.collectionName, '_id', sick);
  return {
    run: () => takeReputationSnapshots(records),
    isHealed: async () => (await records.reputations.countDocuments({ _id: healthy })) === 1,
  };
};

async function boughtLots(records: WritableRecords, count: number): Promise<string[]> {
  const lotIds: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const accountId = await fundedAccount(records, 100n * USD);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const bought = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
    lotIds.push(bought.lotId);
  }
  const lost = { hasStory: false, createdAt: LONG_AGO };
  await records.lots.updateMany({ _id: { $in: lotIds } }, { $set: lost });
  return lotIds;
}

function maintained(records: WritableRecords, sick: readonly string[]): Ward['run'] {
  const refuse = refusing(sick);
  const workflows = new LotWorkflows(records, async ({ lotId }) => refuse(lotId));
  return (report) => new ContractMaintenance(records, workflows, { warn: report }).finishOrphans();
}

const lotsWithoutWorkflow: NewWard = async ({ records }) => {
  const lotIds = await boughtLots(records, SICK + 1);
  const healthy = lotIds.at(-1)!;
  return {
    run: maintained(records, lotIds.slice(0, -1)),
    isHealed: async () =>
      (await records.lots.countDocuments({ _id: healthy, hasStory: true })) === 1,
  };
};

const overdueLots: NewWard = async ({ records }) => {
  const lotIds = await boughtLots(records, SICK + 1);
  const healthy = lotIds.at(-1)!;
  const overdue = { endsAt: LONG_AGO, hasStory: true };
  await records.lots.updateOne({ _id: healthy }, { $set: overdue });
  return {
    run: maintained(records, lotIds.slice(0, -1)),
    isHealed: async () => (await records.lots.findOne({ _id: healthy }))?.status === 'expired',
  };
};

/** Reserved orders, the oldest first. */
async function reservedOrders(records: WritableRecords, gatewayId: string): Promise<string[]> {
  const orderIds: string[] = [];
  for (let at = 0; at <= SICK; at += 1) {
    const accountId = await fundedAccount(records, USD);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
    const { orderId } = request.order;
    const order = { ...request.order, workflowId: orderId, gatewayId, unrecordedBy: gatewayId };
    await records.ledger.reserveFill({ order, fill: request.fill });
    orderIds.push(orderId);
  }
  const old = { updatedAt: LONG_AGO };
  await records.orders.updateMany({ _id: { $in: orderIds } }, { $set: old });
  return orderIds;
}

const abandonedOrders =
  (refusedBy: 'Temporal' | 'Redis'): NewWard =>
  async ({ records, settings }) => {
    const orderIds = await reservedOrders(records, 'gone');
    const healthy = orderIds.at(-1)!;
    const refuse = refusing(orderIds.slice(0, -1));
    const sickFills = await records.orders
      .find({ _id: { $in: orderIds.slice(0, -1) } })
      .map(({ fillId }) => fillId!)
      .toArray();
    const refuseFill = refusing(sickFills);
    const deps = {
      settings,
      records,
      standings: { ended: () => undefined },
      books: {
        release: async ({ fillId }: { fillId: string }) => {
          if (refusedBy === 'Redis') refuseFill(fillId);
          return { status: 'released' };
        },
      },
      channel: { refused: async () => undefined },
      meter: { bidRefused: () => undefined },
    };
    const workflows = {
      idOf: (orderId: string) => orderId,
      stateOf: async (workflowId: string) => {
        if (refusedBy === 'Temporal') refuse(workflowId);
        return 'ended' as const;
      },
      restart: async () => null,
      terminate: async () => undefined,
    };
    return {
      run: (report) => new AbandonedOrders(deps as never, workflows, { warn: report }).end(),
      isHealed: async () => (await records.orders.findOne({ _id: healthy }))?.status === 'refused',
    };
  };

const ordersOfLostGateways: NewWard = async ({ records }) => {
  const gatewayId = randomUUID();
  const orderIds = await reservedOrders(records, gatewayId);
  const ended = { status: 'filled' } as const;
  await records.orders.updateMany({ _id: { $in: orderIds } }, { $set: ended });
  const refuse = refusing(orderIds.slice(0, -1));
  return {
    run(report) {
      const recording = new OrderRecording(records, {
        deployment: 'test',
        ordersMax: 40,
        onSetAside: report,
        startBatch: async (_id, { orders }) => {
          try {
            for (const { orderId } of orders) refuse(orderId);
          } catch (err) {
            throw new StartRefused(err, true);
          }
        },
      });
      const takenUp = { continueAll: async () => [] };
      return new GatewayOrders({ records, takenUp, recording }, gatewayId).sweep();
    },
    isHealed: async () => !(await records.orders.findOne({ _id: orderIds.at(-1)! }))?.unrecordedBy,
  };
};

const newEvents: NewWard = async ({ records }) => {
  const { sick, healthy, all } = patients();
  const now = new Date();
  await records.webhookEndpoints.insertMany(
    all.map((_id, slot) => ({
      _id,
      slot,
      participant: `account:${_id}`,
      status: 'enabled',
      eventTypes: null,
      wakes: 0,
      leasedUntil: new Date(0),
      dueAt: null,
      createdAt: now,
    })) as never,
  );
  await records.webhookEvents.insertMany(
    all.map((id, at) => ({
      _id: `evt_${id}`,
      type: 'account.deposited',
      participants: [`account:${id}`],
      body: '{}',
      createdAt: new Date(LONG_AGO.getTime() + at),
      isWaiting: true,
    })),
  );
  const { collectionName } = records.webhookDeliveries;
  await refuseDocuments(records, collectionName, 'endpointId', sick);
  const isSent = { endpointId: healthy };
  const isWoken = { _id: healthy, dueAt: { $ne: null } };
  return {
    run: () => fanOut(records),
    isHealed: async () =>
      (await records.webhookDeliveries.countDocuments(isSent)) === 1 &&
      (await records.webhookEndpoints.countDocuments(isWoken)) === 1,
  };
};

const healthProbes: NewWard = async ({ records }) => {
  const { sick, healthy, all } = patients();
  const due = { nextProbeAt: new Date(0), health: null, updatedAt: new Date() };
  await records.sellers.insertMany(all.map((_id) => sellerOf(_id, due)) as never);
  const refuse = refusing(sick.map((id) => sellerOf(id).endpointUrl));
  const probed: string[] = [];
  return {
    async run(report) {
      const probe = new HealthProbe({
        records,
        sealer: SEALER,
        settings: {
          local: true,
          CONNECT_TIMEOUT_MS: 500,
          HEALTH_PROBE_INTERVAL_MS: MINUTE_MS,
          HEALTH_PROBE_TIMEOUT_MS: 500,
          SELLER_SLEEP_AFTER_MS: MINUTE_MS,
        },
        lookup: new NameResolver({ servers: [], local: true }).lookup,
        budget: {
          take: async (endpointUrl) => {
            refuse(endpointUrl);
            probed.push(endpointUrl);
            return false;
          },
        },
        endWorkflow: async () => undefined,
        onError: report,
      });
      try {
        await probe.lookAtDue();
      } finally {
        await probe.stop();
      }
    },
    isHealed: () => probed.includes(sellerOf(healthy).endpointUrl),
  };
};

const contractOrders: NewWard = async ({ records }) => {
  const { sick, healthy, all } = patients();
  const open = { status: 'open', updatedAt: LONG_AGO };
  await records.contractOrders.insertMany(
    all.map((_id) => ({ _id, workflowId: _id, ...open })) as never,
  );
  const refuse = refusing(sick);
  const woken: string[] = [];
  return {
    run(report) {
      const wakeOrder = async (orderId: string) => {
        refuse(orderId);
        woken.push(orderId);
      };
      const [orders] = livingKinds(records, { wakeOrder } as never);
      const follower = new LivingFollower(orders!, records, {
        holder: 'test',
        perPage: 1e3,
        leaseMs: MINUTE_MS,
        pauseMs: 0,
        running: async () => new Set<string>(),
        onError: report,
      });
      return follower.checkNext();
    },
    isHealed: () => woken.includes(healthy),
  };
};

const failingWorkflows: NewWard = async () => {
  const { sick, healthy, all } = patients();
  const refuse = refusing(sick);
  const ended: string[] = [];
  const workflows = {
    failing: async () => all.map((workflowId) => ({ workflowId, type: 'lot', sinceMs: 0 })),
    replaceChat: async () => false,
    terminate: async (workflowId: string) => {
      refuse(workflowId);
      ended.push(workflowId);
    },
  };
  return {
    run: (report) => replaceFailing(workflows, { warn: report }),
    isHealed: () => ended.includes(healthy),
  };
};

const fillsOfOrders: NewWard = async ({ records }) => {
  const accountId = await fundedAccount(records, 1_000_000n * USD);
  const orders = Array.from({ length: SICK + 1 }, () => newOrder(accountId));
  for (const order of orders) await records.ledger.capacity.open(order);
  const all = orders.map(({ _id }) => _id);
  const refuse = refusing(all.slice(0, -1).map((id) => `test-order-${id}`));
  const signalled: string[] = [];
  const signalWithStart = async (_type: string, { workflowId }: { workflowId: string }) => {
    refuse(workflowId);
    signalled.push(workflowId);
  };
  const client = { workflow: { signalWithStart }, withDeadline: () => Promise.resolve() };
  const told = all.map((orderId) => ({
    fillId: uuidV7(),
    orderId,
    askId: uuidV7(),
    epoch: EPOCH,
    quantityTokens: 10,
    priceScale8: 100000n,
    takerSide: 'bid' as const,
    atMs: Date.now(),
  }));
  return {
    run: (report) =>
      new ContractOrders(client as never, 'test', records).signalOrderFills(told, report),
    isHealed: () => signalled.includes(`test-order-${all.at(-1)!}`),
  };
};

const archive: NewWard = async ({ records }) => {
  const participants = { accountIds: [randomUUID()], sellerIds: [randomUUID()] };
  const chats = 4 * (SICK + 1);
  await new History(records, participants, chats, 100).extendTo(chats, () => undefined);
  await closeDays(records, new Date());
  const before = uuidV7At(Date.now() - 2 * ARCHIVE_AGE_MIN_MS, randomUUID());
  const old = await records.trades
    .find({ _id: { $lt: before } })
    .sort({ _id: 1 })
    .toArray();
  const [sick, healthy] = [old.slice(0, SICK), old[SICK]!];
  const ids = sick.map(({ _id }) => _id);
  await refuseDocuments(records, archiveName('trades'), '_id', ids);
  return {
    run: () => archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: MINUTE_MS }),
    isHealed: async () => (await records.trades.countDocuments({ _id: healthy._id })) === 0,
  };
};

export const WARDS: Readonly<Record<string, NewWard>> = {
  ...REDIS_WARDS,
  'sellers whose standing is due': standings,
  'sellers whose snapshot is due': snapshots,
  'lots without a workflow': lotsWithoutWorkflow,
  'overdue lots beside lots without a workflow': overdueLots,
  'abandoned orders': abandonedOrders('Temporal'),
  'abandoned orders whose capacity no book takes back': abandonedOrders('Redis'),
  'orders of a lost gateway': ordersOfLostGateways,
  'events of webhooks': newEvents,
  'sellers whose probe is due': healthProbes,
  'contract orders without a workflow': contractOrders,
  'workflows that fail': failingWorkflows,
  'fills of contract orders': fillsOfOrders,
  'records that move to the archive': archive,
};

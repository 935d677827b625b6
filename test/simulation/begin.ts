/** What begins a simulation: the requests of all who ask, and the lots that were bought before. */
import { lotWorkflowId, queueName } from '../../domain/workflow-names';
import { Buyer } from './buyers';
import { KeyHolder } from './keys';
import type { Market } from './market';
import { Operator } from './operator';
import type { Servers } from './processes';
import type { Random } from '../support/random';
import type { TemporalServer } from './temporal-server';
import { Trader } from './traders';
import type { World } from './world';

/** Whoever asks something of the exchange. */
export function beginRequests(random: Random, world: World, market: Market): void {
  const gateways = () => world.gateways;
  for (const request of market.requests) new Buyer('buyer', random, gateways).send(request);
  const trader = new Trader(random, gateways);
  for (const order of market.orders) trader.place(order);
  for (const ask of market.newAsks) trader.offer(ask);
  const operator = new Operator(random, gateways);
  operator.decide(market);
  for (const { claims } of market.endpoints) for (const claim of claims) operator.carryOut([claim]);
  for (const { revoked } of market.revocations) operator.carryOut([revoked]);
  new KeyHolder(random, gateways).tryAll(market);
}

/** The workflows of lots that were bought before. */
export function beginLots(
  temporal: TemporalServer,
  { settings: { TOKENBOOK_DEPLOYMENT: deployment } }: Servers,
  { contracts }: Market,
): void {
  for (const lot of contracts.flatMap(({ begun }) => begun)) {
    const workflowId = lotWorkflowId(deployment, lot.lotId);
    const taskQueue = queueName(deployment, 'contracts');
    temporal.start('deliveryLot', { workflowId, taskQueue, args: [lot] });
  }
}

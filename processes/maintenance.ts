/** The parts of the maintenance that a worker does (exchange/maintenance/). */
import { log } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { chatOrderOf, chatWorkflowId } from '../domain/workflow-names';
import type { TakenUpOrders } from '../exchange/takeover/taken-up-orders';
import type { LotWorkflows } from '../exchange/contracts/lot-workflows';
import type { ExchangeDeps } from '../exchange/deps';
import { AbandonedOrders, type ChatWorkflows } from '../exchange/takeover/abandoned-orders';
import { ContractMaintenance } from '../exchange/maintenance/contract-maintenance';
import { replaceFailing } from '../exchange/maintenance/failing-workflows';
import { Maintenance } from '../exchange/maintenance/maintenance';
import type { Temporal } from '../temporal/connection';
import { FailingWorkflows } from '../temporal/failing-workflows';
import { stateOf, terminate } from '../temporal/schedules';

export function buildMaintenance(
  { client }: Pick<Temporal, 'client'>,
  deps: ExchangeDeps,
  takenUp: Pick<TakenUpOrders, 'restart'>,
  lotWorkflows: LotWorkflows,
): Maintenance {
  const { TOKENBOOK_DEPLOYMENT: deployment } = deps.settings;
  const workflows = chatWorkflows(client, deployment, takenUp);
  const failing = new FailingWorkflows(client, deployment);
  const replaced = {
    failing: () => failing.list(),
    async replaceChat(workflowId: string) {
      const orderId = chatOrderOf(deployment, workflowId);
      return orderId !== null && (await takenUp.restart(orderId, true)) !== null;
    },
    terminate: workflows.terminate,
  };
  const abandoned = new AbandonedOrders(deps, workflows, log);
  const contracts = new ContractMaintenance(deps.records, lotWorkflows, log);
  const replace = () => replaceFailing(replaced, log);
  return new Maintenance(deps, abandoned, contracts, replace, log);
}

export function chatWorkflows(
  client: Client,
  deployment: string,
  takenUp: Pick<TakenUpOrders, 'restart'>,
): ChatWorkflows {
  return {
    idOf: (orderId) => chatWorkflowId(deployment, orderId),
    stateOf: (workflowId) => stateOf(client, workflowId),
    restart: (orderId) => takenUp.restart(orderId),
    terminate: (workflowId, reason) => terminate(client, workflowId, reason),
  };
}

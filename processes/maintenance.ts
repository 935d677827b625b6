/** The parts of the maintenance that a worker does (exchange/maintenance/). */
import { log } from '@temporalio/activity';
import { chatOrderOf } from '../domain/workflow-names';
import type { TakenUpOrders } from '../exchange/takeover/taken-up-orders';
import type { LotWorkflows } from '../exchange/contracts/lot-workflows';
import type { ExchangeDeps } from '../exchange/deps';
import { AbandonedOrders } from '../exchange/takeover/abandoned-orders';
import { ContractMaintenance } from '../exchange/maintenance/contract-maintenance';
import { replaceFailing } from '../exchange/maintenance/failing-workflows';
import { Maintenance } from '../exchange/maintenance/maintenance';
import type { Temporal } from '../temporal/connection';
import { FailingWorkflows } from '../temporal/failing-workflows';
import { isRunning, terminate } from '../temporal/schedules';

export function buildMaintenance(
  { client }: Pick<Temporal, 'client'>,
  deps: ExchangeDeps,
  takenUp: Pick<TakenUpOrders, 'restart'>,
  lotWorkflows: LotWorkflows,
): Maintenance {
  const { TOKENBOOK_DEPLOYMENT: deployment } = deps.settings;
  const workflows = {
    restart: (orderId: string) => takenUp.restart(orderId),
    isRunning: (workflowId: string) => isRunning(client, workflowId),
    terminate: (workflowId: string, reason: string) => terminate(client, workflowId, reason),
  };
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

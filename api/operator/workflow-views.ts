/**
 * Lists of workflows that operators open most, as links into Temporal's web UI, which keeps saved
 * views in one browser only. None shows the thousands of runs of the maintenance a day.
 */
import type { Settings } from '../../config/settings';
import { workflowsUrl } from './order-bodies';

export const WORKFLOW_VIEWS = {
  'Everything but maintenance': 'WorkflowType NOT IN ("upkeep", "reconciliation")',
  Failing: 'TemporalReportedProblems IS NOT NULL AND ExecutionStatus = "Running"',
  'Chats in trouble': 'WorkflowType = "chatOrder" AND ExecutionStatus = "Running"',
  Defaults: 'Outcome IN ("defaulted", "seller_default")',
  'What is owed': 'WorkflowType = "deliveryLot" AND OwedTokens > 0',
  'Suspended and banned sellers': 'SellerStanding IN ("Suspended", "Banned")',
} as const;

export function workflowViews(settings: Settings) {
  return Object.entries(WORKFLOW_VIEWS).map(([title, query]) => ({
    title,
    query,
    url: `${workflowsUrl(settings)}?query=${encodeURIComponent(query)}`,
  }));
}

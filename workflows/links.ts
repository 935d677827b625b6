/** Links between histories, in Markdown: paths of the Temporal web UI, which shows the details. */
import { workflowInfo } from '@temporalio/workflow';

/** All workflows that touch it. */
export function link(id: string): string {
  return linkToList(id, `Ids="${id}"`);
}

export function linkToList(text: string, query: string): string {
  return `[${text}](${workflows()}?query=${encodeURIComponent(query)})`;
}

export function linkTo(text: string, workflowId: string): string {
  return `[${text}](${workflows()}/${encodeURIComponent(workflowId)})`;
}

function workflows(): string {
  return `/namespaces/${encodeURIComponent(workflowInfo().namespace)}/workflows`;
}

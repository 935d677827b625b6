/** The search attributes with which a workflow starts. */
import type { Client } from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import { idsOf } from '../workflows/found-by';
import { OLDER_NAMES, olderOf } from '../workflows/older-search-attributes';
import { IDS, REQUEST_IDS, type Touched } from '../workflows/search-attributes';
import { boundedAttributes } from './bounded-values';
import { isInvalidArgument } from './start-refused';

export async function startAttributes(
  client: Client,
  touched: Touched,
  requestIds: readonly string[],
  ...more: readonly SearchAttributePair[]
): Promise<SearchAttributePair[]> {
  const older = (await hasOlder(client)) ? olderOf(touched, requestIds[0]) : [];
  return boundedAttributes([
    { key: IDS, value: idsOf(touched) },
    ...(requestIds.length > 0 ? [{ key: REQUEST_IDS, value: [...new Set(requestIds)] }] : []),
    ...more,
    ...older,
  ]);
}

const ASKED_EVERY_MS = 30_000;
const ASKED_WITHIN_MS = 1_000;
/** A search is refused that names an attribute which the namespace lacks. */
const OLDER_QUERY = `WorkflowId = 'none' AND (${OLDER_NAMES.map((name) => `${name} = 'none'`).join(' OR ')})`;

interface Asked {
  untilMs: number;
  readonly has: Promise<boolean>;
}

const asked = new WeakMap<Client, Asked>();

/**
 * Whether the namespace has the attributes of 0.2.0. Without an answer it has not. They may be
 * removed, and nobody adds them later.
 */
export function hasOlder(client: Client): Promise<boolean> {
  const known = asked.get(client);
  if (known && Date.now() < known.untilMs) return known.has;
  const has = client
    .withDeadline(Date.now() + ASKED_WITHIN_MS, () => client.workflow.count(OLDER_QUERY))
    .then(
      () => true,
      (err: unknown) => {
        if (isInvalidArgument(err)) asking.untilMs = Infinity;
        return false;
      },
    );
  const asking: Asked = { untilMs: Date.now() + ASKED_EVERY_MS, has };
  asked.set(client, asking);
  return has;
}

/**
 * Makes the search attributes known to the namespace. A workflow that sets an unknown one stands
 * still, so a release that brings a new attribute registers it before its workers begin.
 */
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import * as attributes from '../workflows/search-attributes';

/** Temporal's number for a keyword: all of ours are. */
const KEYWORD = 2;
const ALREADY_EXISTS = 6;

export const SEARCH_ATTRIBUTES: readonly string[] = Object.values(attributes).map(
  ({ name }) => name,
);

/** Of a server that lets nobody register them, those that are missing stand in the log as an error. */
export async function registerSearchAttributes(
  { operatorService }: Pick<NativeConnection, 'operatorService'>,
  namespace: string,
  logger: Pick<Logger, 'error' | 'info'>,
): Promise<void> {
  let missing = SEARCH_ATTRIBUTES;
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    missing = SEARCH_ATTRIBUTES.filter((name) => !(name in customAttributes));
    if (missing.length === 0) return;
    const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD]));
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
    logger.info({ missing }, 'search attributes were registered');
  } catch (err) {
    if ((err as { code?: number }).code === ALREADY_EXISTS) return; // another process was faster
    logger.error({ err, missing }, 'register these search attributes, or workflows stand still');
  }
}

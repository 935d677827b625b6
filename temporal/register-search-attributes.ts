/**
 * Makes the search attributes known to the namespace. A workflow that sets an unknown one stands
 * still, so a release that brings a new attribute registers it before its workers begin.
 */
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import * as attributes from '../workflows/search-attributes';

/** Temporal's numbers for the types of ours. */
const TYPES: Readonly<Record<string, number>> = { KEYWORD: 2, KEYWORD_LIST: 7 };
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
    const searchAttributes = Object.fromEntries(
      Object.values(attributes)
        .filter(({ name }) => missing.includes(name))
        .map(({ name, type }) => [name, TYPES[type]!]),
    );
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
    logger.info({ missing }, 'search attributes were registered');
  } catch (err) {
    if ((err as { code?: number }).code === ALREADY_EXISTS) return; // another process was faster
    logger.error({ err, missing }, 'register these search attributes, or workflows stand still');
  }
}

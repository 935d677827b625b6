/**
 * Registers the search attributes in the namespace. A workflow that sets an unknown attribute is
 * blocked, so a release registers new attributes before its workers start.
 */
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import * as attributes from '../workflows/search-attributes';

/** Temporal's numbers of the attribute types in use. */
const TYPES: Readonly<Record<string, number>> = { KEYWORD: 2, KEYWORD_LIST: 7 };
const ALREADY_EXISTS = 6;

export const SEARCH_ATTRIBUTES: readonly string[] = Object.values(attributes).map(
  ({ name }) => name,
);

/** When the server forbids registration, missing attributes are logged as an error. */
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
    logger.info({ missing }, 'registered search attributes');
  } catch (err) {
    if ((err as { code?: number }).code === ALREADY_EXISTS) return; // another process registered them first
    logger.error(
      { err, missing },
      'register these search attributes; workflows are blocked without them',
    );
  }
}

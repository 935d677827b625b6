/**
 * Registers the search attributes in the namespace. A workflow that sets an unknown attribute is
 * blocked, so a release registers new attributes before its workers start.
 */
import type { ConnectionLike } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { REPLACED } from '../workflows/older-search-attributes';
import * as attributes from '../workflows/search-attributes';

/** Temporal's numbers and names of the attribute types in use. */
const TYPES: Readonly<Record<string, { readonly number: number; readonly name: string }>> = {
  KEYWORD: { number: 2, name: 'Keyword' },
  INT: { number: 3, name: 'Int' },
  DOUBLE: { number: 4, name: 'Double' },
  DATETIME: { number: 6, name: 'Datetime' },
  KEYWORD_LIST: { number: 7, name: 'KeywordList' },
};

/** Status codes of gRPC. */
const INVALID_ARGUMENT = 3;
const ALREADY_EXISTS = 6;
/** PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED: Temporal Cloud keeps this API to itself. */
const FORBIDDEN = [7, 12, 16];

export const SEARCH_ATTRIBUTE_TYPES = Object.values(attributes).map(({ name, type }) => ({
  name,
  number: TYPES[type]!.number,
  type: TYPES[type]!.name,
}));
export const SEARCH_ATTRIBUTES = SEARCH_ATTRIBUTE_TYPES.map(({ name }) => name);

type Services = Pick<NativeConnection, 'operatorService'> & Pick<ConnectionLike, 'workflowService'>;

/**
 * Other failures than a lack of rights are logged: without Temporal the workers wait.
 * @throws Error that names the missing attributes when the server forbids their registration
 */
export async function registerSearchAttributes(
  services: Services,
  namespace: string,
  logger: Pick<Logger, 'error' | 'info'>,
): Promise<void> {
  let missing = SEARCH_ATTRIBUTES;
  try {
    missing = await missingSearchAttributes(services, namespace);
    if (missing.length === 0) return;
    await add(services, namespace, missing).catch(async (err: unknown) => {
      if (!/cannot have more than/.test(String(err))) throw err;
      // A namespace of 0.2.0 on SQL: its three lists are in use.
      const searchAttributes = [REPLACED];
      await services.operatorService.removeSearchAttributes({ namespace, searchAttributes });
      await add(services, namespace, missing);
    });
    logger.info({ missing }, 'registered search attributes');
  } catch (err) {
    if (codeOf(err) === ALREADY_EXISTS) return; // another process registered them first
    if (isForbidden(err)) throw mustBeCreated(missing, namespace);
    logger.error(
      { err, missing },
      'register these search attributes; workflows are blocked without them',
    );
  }
}

async function add(
  { operatorService }: Services,
  namespace: string,
  missing: readonly string[],
): Promise<void> {
  const searchAttributes = Object.fromEntries(
    missingTypes(missing).map(({ name, number }) => [name, number]),
  );
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/** The names that the namespace lacks. Where the server does not list them, a search tells. */
export async function missingSearchAttributes(
  { operatorService, workflowService }: Services,
  namespace: string,
): Promise<string[]> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return SEARCH_ATTRIBUTES.filter((name) => !(name in customAttributes));
  } catch (err) {
    if (!isForbidden(err)) throw err;
  }
  const lacks = async (name: string): Promise<boolean> => {
    try {
      await workflowService.countWorkflowExecutions({ namespace, query: `${name} IS NULL` });
      return false;
    } catch (err) {
      if (codeOf(err) === INVALID_ARGUMENT) return true;
      throw err;
    }
  };
  const areMissing = await Promise.all(SEARCH_ATTRIBUTES.map(lacks));
  return SEARCH_ATTRIBUTES.filter((_name, at) => areMissing[at]);
}

function mustBeCreated(missing: readonly string[], namespace: string): Error {
  const list = missingTypes(missing).map(({ name, type }) => `${name} (${type})`);
  return new Error(
    `The Temporal namespace "${namespace}" lacks search attributes that this process may not register. ` +
      `Create them, as docs/operate/servers.md shows: ${list.join(', ')}.`,
  );
}

function missingTypes(missing: readonly string[]) {
  return SEARCH_ATTRIBUTE_TYPES.filter(({ name }) => missing.includes(name));
}

function isForbidden(err: unknown): boolean {
  return FORBIDDEN.includes(codeOf(err) ?? 0);
}

function codeOf(err: unknown): number | undefined {
  return (err as { code?: number }).code;
}

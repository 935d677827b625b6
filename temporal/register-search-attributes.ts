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

/** Those that others may use. */
const OTHER_TYPES: Readonly<Record<number, string>> = { 1: 'Text', 5: 'Bool' };

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

/** An attribute that the namespace lacks, or has with another type: workflows that set it are blocked. */
export interface UnfitAttribute {
  readonly name: string;
  /** That it must have. */
  readonly type: string;
  /** That it has; null when it is missing. */
  readonly found: string | null;
}

/** The processes of this release cannot work in the namespace. */
class UnfitNamespace extends Error {
  override readonly name = 'UnfitNamespace';
}

/**
 * Other failures than a refusal are logged: without Temporal the workers wait.
 * @throws Error that names the attributes when the server forbids or refuses their registration, or has
 *   one with another type
 */
export async function registerSearchAttributes(
  services: Services,
  namespace: string,
  logger: Pick<Logger, 'error' | 'info'>,
): Promise<void> {
  let unfit: readonly UnfitAttribute[] = SEARCH_ATTRIBUTE_TYPES.map((one) => ({
    ...one,
    found: null,
  }));
  const cannot = (why: string) =>
    new UnfitNamespace(
      `The Temporal namespace "${namespace}" ${why}: ${unfit.map(textOf).join(', ')}.`,
    );
  try {
    unfit = await unfitSearchAttributes(services, namespace);
    if (unfit.length === 0) return;
    const others = unfit.filter(({ found }) => found !== null);
    if (others.length > 0) {
      unfit = others;
      throw cannot('has search attributes of another type; choose another namespace');
    }
    const missing = unfit.map(({ name }) => name);
    await add(services, namespace, missing).catch(async (err: unknown) => {
      if (!/cannot have more than/.test(String(err))) throw err;
      // A namespace of 0.2.0 on SQL: its three lists are in use.
      const searchAttributes = [REPLACED];
      await services.operatorService
        .removeSearchAttributes({ namespace, searchAttributes })
        .catch(() => Promise.reject(err));
      await add(services, namespace, missing);
    });
    logger.info({ missing }, 'registered search attributes');
  } catch (err) {
    if (err instanceof UnfitNamespace) throw err;
    const code = codeOf(err);
    if (code === ALREADY_EXISTS) return; // another process registered them first
    if (code === INVALID_ARGUMENT) {
      throw cannot(`refuses search attributes (${(err as Error).message})`);
    }
    if (isForbidden(err)) {
      throw cannot(
        'lacks search attributes that this process may not register; create them, as docs/operate/servers.md shows',
      );
    }
    logger.error(
      { err, unfit },
      'register these search attributes; workflows are blocked without them',
    );
  }
}

const textOf = ({ name, type, found }: UnfitAttribute): string =>
  found === null ? `${name} (${type})` : `${name} must be ${type}, and is ${found}`;

async function add(
  { operatorService }: Services,
  namespace: string,
  missing: readonly string[],
): Promise<void> {
  const searchAttributes = Object.fromEntries(
    SEARCH_ATTRIBUTE_TYPES.filter(({ name }) => missing.includes(name)).map(({ name, number }) => [
      name,
      number,
    ]),
  );
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/** Where the server does not list attributes, a search shows which are missing. */
export async function unfitSearchAttributes(
  { operatorService, workflowService }: Services,
  namespace: string,
): Promise<UnfitAttribute[]> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return SEARCH_ATTRIBUTE_TYPES.flatMap(({ name, type, number }) => {
      const found = customAttributes[name];
      if (found === number) return [];
      return [{ name, type, found: found === undefined ? null : nameOf(found) }];
    });
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
  return SEARCH_ATTRIBUTE_TYPES.filter((_one, at) => areMissing[at]).map(({ name, type }) => ({
    name,
    type,
    found: null,
  }));
}

function nameOf(number: number): string {
  const known = Object.values(TYPES).find((type) => type.number === number);
  return known?.name ?? OTHER_TYPES[number] ?? `of type ${number}`;
}

function isForbidden(err: unknown): boolean {
  return FORBIDDEN.includes(codeOf(err) ?? 0);
}

function codeOf(err: unknown): number | undefined {
  return (err as { code?: number }).code;
}

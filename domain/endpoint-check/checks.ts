/** The checks of an endpoint, in the order in which a seller would repair what fails. */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { parseEndpointUrl } from '../endpoint-url';
import type { Outcome, Question, Reply } from './question';
import {
  type Fault,
  answerFault,
  endFault,
  failing,
  readReply,
  refused,
  streamFault,
  usageFault,
  warning,
} from './replies';

export const CHECKS = [
  'address',
  'reachable',
  'signature',
  'answers',
  'streams',
  'usage',
  'usage in streams',
  'end of stream',
  'idempotency key',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `warn`: the exchange sells it, but another answer were better. */
export const CHECK_STATUSES = ['ok', 'warn', 'fail', 'skipped'] as const;

/** Requests that the checks of one endpoint send at most. */
export const QUESTIONS = 4;

export interface Check {
  readonly check: CheckName;
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly found: string;
  /** What to do about it; null when nothing is to be done. */
  readonly remedy: string | null;
}

export interface CheckedEndpoint {
  readonly url: string;
  /** Whether the exchange accepts loopback addresses, as on one machine. */
  readonly local: boolean;
  /** Whether the questions have the signature of an exchange. */
  readonly isSigned: boolean;
  /** The whole reply, or why there is none. */
  ask(question: Question): Promise<Outcome>;
  /** What is not public about the addresses of a host name; null if it may be asked. */
  notPublic(hostname: string): Promise<string | null>;
}

const GUIDE = 'docs/concepts/sellers.md';

export async function checkEndpoint(endpoint: CheckedEndpoint): Promise<Check[]> {
  const address = await checkAddress(endpoint);
  if (address.status === 'fail') return [address];
  const forged = await endpoint.ask({ signature: 'wrong', idempotencyKey: randomUUID() });
  if ('failure' in forged) {
    const remedy = `Start the server, and see that POST ${endpoint.url} reaches it from here.`;
    return [address, checkOf('reachable', failing(forged.failure, remedy))];
  }
  const before = [address, ok('reachable', `answers with status ${forged.status}`)];
  const signature = checkSignature(forged);
  const key = randomUUID();
  const whole = await endpoint.ask({ idempotencyKey: key });
  if (!('failure' in whole) && isRefusal(whole)) {
    if (!endpoint.isSigned) return [...before, signature, ...unsigned(whole)];
    return [...before, checkOf('answers', refused(whole))];
  }
  const again = await endpoint.ask({ idempotencyKey: key });
  const stream = await endpoint.ask({ stream: true, idempotencyKey: randomUUID() });
  return [...before, signature, ...checkAnswers(whole, again, stream)];
}

function checkAnswers(whole: Outcome, again: Outcome, stream: Outcome): Check[] {
  const answer = readReply(whole, false);
  const streamed = readReply(stream, true);
  return [
    checkOf('answers', answerFault(answer)),
    checkOf('streams', streamFault(streamed)),
    checkOf('usage', usageFault(answer)),
    checkOf('usage in streams', usageFault(streamed)),
    checkOf('end of stream', endFault(streamed)),
    checkOf('idempotency key', repetitionFault(whole, again)),
  ];
}

function repetitionFault(whole: Outcome, again: Outcome): Fault | null {
  if ('failure' in whole || 'failure' in again) return readReply(again, false).broken;
  if (again.text === whole.text) return null;
  return warning(
    'the second answer differs from the first',
    'Store the answer under its Idempotency-Key and repeat it: after a crash the exchange may ask twice and pays once. "tokenbook seller up" does it for you.',
  );
}

function checkOf(check: CheckName, fault: Fault | null): Check {
  return fault ? { check, ...fault } : ok(check, 'as it should be');
}

async function checkAddress({ url, local, notPublic }: CheckedEndpoint): Promise<Check> {
  const remedy = `The exchange accepts https addresses of public hosts${local ? ', and loopback on its own machine' : ''}: ${GUIDE}.`;
  try {
    const { hostname, href } = new URL(parseEndpointUrl(url, { local }));
    const refusal = local || isIP(hostname) !== 0 ? null : await notPublic(hostname);
    return refusal === null ? ok('address', href) : checkOf('address', failing(refusal, remedy));
  } catch (err) {
    return checkOf('address', failing((err as Error).message, remedy));
  }
}

function checkSignature(reply: Reply): Check {
  if (isRefusal(reply)) return ok('signature', `refuses a forged one with ${reply.status}`);
  return checkOf(
    'signature',
    warning(
      `answers a request with a forged signature (${reply.status})`,
      `Verify signatures, or anybody can use your server unpaid: ${GUIDE}. "tokenbook seller up" does it for you.`,
    ),
  );
}

function isRefusal({ status }: Reply): boolean {
  return status === 401 || status === 403;
}

/** The endpoint does what it should with requests that no exchange has signed. */
function unsigned(reply: Reply): Check[] {
  const remedy =
    'Only an exchange can sign. Check the server beside a local exchange: "npm start", then "tokenbook seller check" in its folder. If it wants a key, name its variable: --key-from UPSTREAM_KEY.';
  const { found } = refused(reply);
  const unasked = CHECKS.slice(CHECKS.indexOf('answers'));
  return unasked.map((check) => ({ check, status: 'skipped', found, remedy }));
}

function ok(check: CheckName, found: string): Check {
  return { check, status: 'ok', found, remedy: null };
}

/** The checks of an endpoint, in the order in which a seller would repair what fails. */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { parseEndpointUrl } from '../endpoint-url';
import type { Outcome, Question, Reply } from './question';
import { wrongCompletion, wrongEnd, wrongStream, wrongUsage } from './replies';

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

export const CHECK_STATUSES = ['ok', 'fail', 'skipped'] as const;

/** Requests that the checks of one endpoint send at most. */
export const QUESTIONS = 4;

export interface Check {
  readonly check: CheckName;
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly found: string;
  /** What to do about it; null unless it failed or was skipped. */
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
    return [address, failed('reachable', forged.failure, remedy)];
  }
  const before = [address, ok('reachable', `answers with status ${forged.status}`)];
  const signature = checkSignature(forged);
  const key = randomUUID();
  const whole = await endpoint.ask({ idempotencyKey: key });
  if (!endpoint.isSigned && !('failure' in whole) && isRefusal(whole)) {
    return [...before, signature, ...unsigned()];
  }
  const again = await endpoint.ask({ idempotencyKey: key });
  const stream = await endpoint.ask({ stream: true, idempotencyKey: randomUUID() });
  return [...before, signature, ...checkAnswers(whole, again, stream)];
}

function checkAnswers(whole: Outcome, again: Outcome, stream: Outcome): Check[] {
  const judge = (
    name: CheckName,
    reply: Outcome,
    wrong: (reply: Reply) => string | null,
    remedy: string,
  ) => {
    const problem = 'failure' in reply ? reply.failure : wrong(reply);
    return problem === null ? ok(name, 'as it should be') : failed(name, problem, remedy);
  };
  const repeated = (reply: Reply) =>
    'failure' in whole || reply.text !== whole.text
      ? 'the second answer differs from the first'
      : null;
  return [
    judge(
      'answers',
      whole,
      wrongCompletion,
      'Answer as OpenAI does: one JSON object with choices and usage.',
    ),
    judge(
      'streams',
      stream,
      wrongStream,
      'With "stream": true, answer with server-sent events: one chunk in each data: line.',
    ),
    judge('usage', whole, (reply) => wrongUsage(reply, false), 'Report usage: you are paid by it.'),
    judge(
      'usage in streams',
      stream,
      (reply) => wrongUsage(reply, true),
      'Send usage in the last chunk: stream_options.include_usage asks for it.',
    ),
    judge('end of stream', stream, wrongEnd, 'End with a finish_reason and then "data: [DONE]".'),
    judge(
      'idempotency key',
      again,
      repeated,
      'Store the answer under its Idempotency-Key and repeat it: after a crash the exchange may ask twice and pays once.',
    ),
  ];
}

async function checkAddress({ url, local, notPublic }: CheckedEndpoint): Promise<Check> {
  const remedy = `The exchange accepts https addresses of public hosts${local ? ', and loopback on its own machine' : ''}: ${GUIDE}.`;
  try {
    const { hostname, href } = new URL(parseEndpointUrl(url, { local }));
    const refusal = local || isIP(hostname) !== 0 ? null : await notPublic(hostname);
    return refusal === null ? ok('address', href) : failed('address', refusal, remedy);
  } catch (err) {
    return failed('address', (err as Error).message, remedy);
  }
}

function checkSignature(reply: Reply): Check {
  if (isRefusal(reply)) return ok('signature', `refuses a forged one with ${reply.status}`);
  return failed(
    'signature',
    `answers a request with a forged signature (${reply.status})`,
    `Verify signatures, or anybody can use your server unpaid: ${GUIDE}. "tokenbook seller up" does it for you.`,
  );
}

function isRefusal({ status }: Reply): boolean {
  return status === 401 || status === 403;
}

/** The endpoint does what it should with requests that no exchange has signed. */
function unsigned(): Check[] {
  const remedy =
    'Only an exchange can sign. Check the server beside a local exchange: "npm start", then "tokenbook seller check" in its folder.';
  const found = 'it refuses unsigned requests';
  const unasked = CHECKS.slice(CHECKS.indexOf('answers'));
  return unasked.map((check) => ({ check, status: 'skipped', found, remedy }));
}

function ok(check: CheckName, found: string): Check {
  return { check, status: 'ok', found, remedy: null };
}

function failed(check: CheckName, found: string, remedy: string): Check {
  return { check, status: 'fail', found, remedy };
}

/** The checks of an endpoint, in the order in which a seller would repair what fails. */
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress, parseEndpointUrl } from '../../domain/endpoint-url';
import { type Endpoint, type Reply, ask } from './asking';
import { wrongCompletion, wrongEnd, wrongStream, wrongUsage } from './replies';

export interface Check {
  readonly check: string;
  readonly status: 'ok' | 'fail' | 'skipped';
  readonly found: string;
  /** What to do about it; null unless it failed or was skipped. */
  readonly remedy: string | null;
}

const GUIDE = 'docs/concepts/sellers.md';

/** @param local whether the exchange accepts loopback addresses, as on one machine */
export async function checkEndpoint(endpoint: Endpoint, local: boolean): Promise<Check[]> {
  const address = await checkAddress(endpoint.url, local);
  if (address.status === 'fail') return [address];
  const forged = await ask(endpoint, { signature: 'wrong' });
  if ('failure' in forged) {
    const remedy = `Start the server, and see that POST ${endpoint.url} reaches it from here.`;
    return [address, failed('reachable', forged.failure, remedy)];
  }
  const before = [address, ok('reachable', `answers with status ${forged.status}`)];
  const signature = checkSignature(forged);
  const key = randomUUID();
  const whole = await ask(endpoint, { idempotencyKey: key });
  if (!endpoint.signer && !('failure' in whole) && isRefusal(whole)) {
    return [...before, signature, ...unsigned()];
  }
  const again = await ask(endpoint, { idempotencyKey: key });
  const stream = await ask(endpoint, { stream: true });
  return [...before, signature, ...checkAnswers(whole, again, stream)];
}

type Outcome = Awaited<ReturnType<typeof ask>>;

function checkAnswers(whole: Outcome, again: Outcome, stream: Outcome): Check[] {
  const judge = (
    name: string,
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

async function checkAddress(url: string, local: boolean): Promise<Check> {
  const remedy = `The exchange accepts https addresses of public hosts${local ? ', and loopback on its own machine' : ''}: ${GUIDE}.`;
  try {
    const { hostname, href } = new URL(parseEndpointUrl(url, { local }));
    const inner = local ? [] : await innerAddresses(hostname);
    if (inner.length > 0) return failed('address', `${hostname} is ${inner.join(', ')}`, remedy);
    return ok('address', href);
  } catch (err) {
    return failed('address', (err as Error).message, remedy);
  }
}

/** Addresses of a name that are not on the public internet; a name that does not resolve has none. */
async function innerAddresses(hostname: string): Promise<string[]> {
  if (isIP(hostname) !== 0) return [];
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address).filter((address) => !isPublicAddress(address));
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
  return [
    'answers',
    'streams',
    'usage',
    'usage in streams',
    'end of stream',
    'idempotency key',
  ].map((check) => ({ check, status: 'skipped', found: 'it refuses unsigned requests', remedy }));
}

function ok(check: string, found: string): Check {
  return { check, status: 'ok', found, remedy: null };
}

function failed(check: string, found: string, remedy: string): Check {
  return { check, status: 'fail', found, remedy };
}

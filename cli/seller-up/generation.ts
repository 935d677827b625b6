/** One answer of the server, recorded as it is repaired; or what the exchange is said instead. */
import type { JsonObject } from '../../domain/json-object';
import { Repair } from './repair';
import type { Recording } from './recording';
import type { Trouble, Upstream } from './upstream';
import type { Watch } from './watch';

const ANSWER_LIMIT_BYTES = 16 * 1_024 * 1_024;
/** Answers, and refusals that blame the request. The buyer gets them unchanged. */
const PASSED_ON = new Set([200, 400, 413, 422]);
/** A throttle is no failure: the exchange waits, or asks another seller. */
const BUSY = 'The upstream is busy.';
const AWAY = 'The upstream is being restarted.';
const AWAY_SECONDS = 5;

interface Deps {
  readonly upstream: Upstream;
  readonly watch: Pick<Watch, 'failed'>;
  readonly say: (line: string) => void;
}

/** @returns whether it is to be kept: another request with its key gets the same answer then */
export async function generate(
  { upstream, watch, say }: Deps,
  request: JsonObject,
  recording: Recording,
): Promise<boolean> {
  const fail = async (trouble: Trouble, status: number) => {
    if (recording.hasBegun) recording.end('broken');
    const isAway = await watch.failed(trouble);
    // Said once by the watch, for all requests that fail while it is away.
    if (!isAway) say(lineOf(trouble));
    if (recording.isRunning) {
      if (isAway) refuseIn(recording, 503, AWAY, { 'retry-after': String(AWAY_SECONDS) });
      // Also a 401 and a 404: our key or model is wrong at the upstream, not the buyer's request.
      else refuseIn(recording, Math.max(status, 502), 'The upstream failed.');
    }
    return false;
  };
  try {
    const answer = await upstream.chat(request, recording.unread);
    if (PASSED_ON.has(answer.status)) {
      await pass(answer, recording);
      return true;
    }
    const wait = answer.headers.get('retry-after');
    if (answer.status === 429 || (answer.status === 503 && wait !== null)) {
      await answer.body?.cancel();
      refuseIn(recording, answer.status, BUSY, wait === null ? {} : { 'retry-after': wait });
      return false;
    }
    return await fail(await upstream.troubleOf(answer), answer.status);
  } catch (err) {
    if (!recording.unread.aborted) return fail(upstream.silence(err), 502);
    recording.end('broken'); // nobody reads it
    return false;
  }
}

async function pass(answer: Response, recording: Recording): Promise<void> {
  const contentType = answer.headers.get('content-type') ?? 'application/json';
  recording.begin({ status: answer.status, headers: { 'content-type': contentType } });
  const repair = new Repair();
  for await (const chunk of answer.body ?? []) {
    recording.add(repair.feed(Buffer.from(chunk as Uint8Array)));
    if (recording.bytes > ANSWER_LIMIT_BYTES) throw new Error('the answer is too long');
  }
  recording.add(repair.end());
  recording.end('whole');
}

export function lineOf({ said, remedy }: Trouble): string {
  return `upstream: ${said}.${remedy === null ? '' : ` ${remedy}`}`;
}

/** An error in the shape that OpenAI clients read. */
export function errorText(message: string): string {
  return JSON.stringify({ error: { message, type: 'seller_error', code: null, param: null } });
}

function refuseIn(
  recording: Recording,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  recording.begin({ status, headers: { 'content-type': 'application/json', ...headers } });
  recording.add(Buffer.from(errorText(message)));
  recording.end('whole');
}

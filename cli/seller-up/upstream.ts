/** A server that knows nothing of the exchange: how it is asked, and what it says when it fails. */
import { wordsOf } from '../../domain/answers/errors';
import { chatUrl, modelsUrl } from '../../domain/endpoint-url';
import { isObject, type JsonObject, objectsIn, parseJsonObject } from '../../domain/json-object';
import { plainText } from '../../domain/plain-text';
import { withoutTrailing } from '../../domain/trailing';
import { reasonOf } from '../client';
import { CapForm } from './cap-form';

export interface UpstreamAddress {
  readonly url: string;
  /** Its own name of the model. */
  readonly model: string;
  readonly key: string | undefined;
}

/** What went wrong, in the server's own words, and what a person can do about it. */
export interface Trouble {
  readonly said: string;
  readonly remedy: string | null;
}

const PROBE_TIMEOUT_MS = 10_000;
/** Of the server's own words. */
const SAID_LENGTH_MAX = 300;
const NAMES_SHOWN = 8;
const PROBE = { messages: [{ role: 'user', content: 'Answer with one word.' }], max_tokens: 1 };

export class Upstream {
  private readonly cap = new CapForm();

  constructor(readonly address: UpstreamAddress) {}

  /** Asks again at once in another form when the server refuses the name of the cap. */
  async chat(request: JsonObject, signal: AbortSignal): Promise<Response> {
    const body = { ...request, model: this.address.model };
    const answer = await this.post(this.cap.of(body), signal);
    if (answer.status !== 400 && answer.status !== 422) return answer;
    const other = this.cap.other(body, await answer.clone().text());
    if (other === null) return answer;
    const again = await this.post(other, signal);
    if (!again.ok) return answer;
    this.cap.hasServedNewOnly();
    return again;
  }

  /** What the server knows itself; null when it does not say. */
  async models(): Promise<{ readonly status: number; readonly text: string } | null> {
    return fetch(modelsUrl(this.address.url), { headers: this.headers(), redirect: 'error' })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => null);
  }

  /** A route of its own, from the root of its API; null unless it answers with an object. */
  async own(path: string, body?: object): Promise<JsonObject | null> {
    try {
      const answer = await fetch(new URL(`../${path}`, modelsUrl(this.address.url)), {
        method: body ? 'POST' : 'GET',
        redirect: 'error',
        headers: this.headers(),
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      });
      const value: unknown = answer.ok ? await answer.json() : null;
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  }

  /** Null when it answers; a throttle is an answer. */
  async probe(timeoutMs = PROBE_TIMEOUT_MS): Promise<Trouble | null> {
    try {
      const answer = await this.chat(PROBE, AbortSignal.timeout(timeoutMs));
      if (answer.ok || answer.status === 429) {
        await answer.body?.cancel();
        return null;
      }
      return await this.troubleOf(answer);
    } catch (err) {
      const isLate = err instanceof Error && err.name === 'TimeoutError';
      return this.silence(isLate ? new Error(`no answer within ${timeoutMs / 1_000} s`) : err);
    }
  }

  /** Reads the rest of an answer that is no success. */
  async troubleOf(answer: Response): Promise<Trouble> {
    const text = await answer.text().catch(() => '');
    const words = withoutTrailing(plainText(wordsOf(text)).slice(0, SAID_LENGTH_MAX), '.');
    const said = `${answer.status} ${words || answer.statusText}`.trimEnd();
    return { said, remedy: await this.remedyOf(answer.status, words) };
  }

  /** No answer at all, or one that broke off. */
  silence(err: unknown): Trouble {
    const remedy = `Is it running, and is ${this.address.url} its address (--upstream)?`;
    return { said: reasonOf(err), remedy };
  }

  private async remedyOf(status: number, words: string): Promise<string | null> {
    if (status === 401 || status === 403) {
      return this.address.key === undefined
        ? 'It wants a key: put it into the variable UPSTREAM_KEY.'
        : 'It does not accept the key in the variable UPSTREAM_KEY.';
    }
    const isOfModel = status === 404 || (status < 500 && /\bmodel\b/i.test(words));
    if (!isOfModel) return null;
    const names = await this.names();
    const known = names.length > 0 ? `; it has ${names.join(', ')}` : '';
    return `Does it know "${this.address.model}"? Its own name goes into --upstream-model${known}.`;
  }

  private async names(): Promise<string[]> {
    const listed = await this.models();
    const data = listed ? objectsIn(parseJsonObject(listed.text)?.['data']) : [];
    return data.map(({ id }) => plainText(String(id))).slice(0, NAMES_SHOWN);
  }

  private async post(body: JsonObject, signal: AbortSignal): Promise<Response> {
    return fetch(chatUrl(this.address.url), {
      method: 'POST',
      headers: this.headers(),
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    });
  }

  private headers(): Record<string, string> {
    const { key } = this.address;
    return {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
  }
}

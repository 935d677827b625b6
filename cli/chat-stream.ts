/** The chunks of a streamed chat completion. */
import { cutOff, errorOf } from './client';
import { CommandError } from './command-error';
import { remedyOf } from './remedies';

export interface Fill {
  readonly fill_id: string;
  readonly fill_price: string;
  readonly list_price: string;
  readonly tokens: number;
  readonly cost: string;
  readonly region: string;
}

export interface Chunk {
  readonly choices: readonly { readonly delta?: { readonly content?: string | null } }[];
  readonly fill?: Fill;
  readonly error?: unknown;
}

/**
 * Hands on every chunk until `[DONE]`.
 * @throws CommandError when the stream reports an error, or ends before that
 */
export async function readChunks(answer: Response, take: (chunk: Chunk) => void): Promise<void> {
  for await (const data of eventsOf(answer)) {
    if (data === '[DONE]') return;
    const chunk = JSON.parse(data) as Chunk;
    if (chunk.error) throw failure(chunk);
    take(chunk);
  }
  throw cutOff(new Error('no end of the stream'));
}

function failure(chunk: Chunk): CommandError {
  const { code, message } = errorOf(chunk);
  const said = code ?? 'error';
  const remedy = remedyOf(said, null);
  return new CommandError(`${message ?? 'The answer failed.'} (${said})`, {
    exit: 'later',
    code: said,
    body: chunk,
    ...(remedy ? { remedy } : {}),
  });
}

/** The `data:` of every event. */
export async function* eventsOf(answer: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const bytes of answer.body ?? []) {
      rest += decoder.decode(bytes as Uint8Array, { stream: true });
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) yield line.slice('data:'.length).trimStart();
      }
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw cutOff(cause);
  }
}

/** The API key for Temporal, from a setting or from a file that a rotation replaces. */
import { readFileSync } from 'node:fs';

const READ_EVERY_MS = 2_000;

interface ApiKeySettings {
  readonly TEMPORAL_API_KEY?: string | undefined;
  readonly TEMPORAL_API_KEY_FILE?: string | undefined;
}

/**
 * A function that returns the current key; null without one.
 * @throws Error when both settings are set, or when the file cannot be read
 */
export function apiKeyOf(settings: ApiKeySettings): (() => string) | null {
  const { TEMPORAL_API_KEY: key, TEMPORAL_API_KEY_FILE: path } = settings;
  if (key === undefined && path === undefined) return null;
  if (key !== undefined && path !== undefined) {
    throw new Error('Set TEMPORAL_API_KEY or TEMPORAL_API_KEY_FILE, not both.');
  }
  return path === undefined ? () => key! : keyFile(path);
}

function keyFile(path: string): () => string {
  let key = readKey(path);
  let readAtMs = Date.now();
  return () => {
    if (Date.now() - readAtMs < READ_EVERY_MS) return key;
    readAtMs = Date.now();
    try {
      key = readKey(path);
    } catch {
      // Being replaced: the former key is valid until it is revoked.
    }
    return key;
  };
}

function readKey(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (err) {
    const { code = 'unreadable' } = err as NodeJS.ErrnoException;
    throw new Error(`TEMPORAL_API_KEY_FILE: cannot read ${path} (${code}).`, { cause: err });
  }
  if (text === '') throw new Error(`TEMPORAL_API_KEY_FILE: ${path} is empty.`);
  return text;
}

/**
 * Passes on a changed key until the returned function is called. A key that is rejected is passed on
 * again: requests continue with the former one meanwhile.
 */
export function followApiKey(
  current: (() => string) | null,
  changed: (key: string) => Promise<void>,
  onError: (err: unknown) => void,
): () => void {
  if (!current) return () => undefined;
  let known = current();
  let isChanging = false;
  const change = async (key: string) => {
    isChanging = true;
    try {
      await changed(key);
      known = key;
    } catch (err) {
      onError(err);
    } finally {
      isChanging = false;
    }
  };
  const timer = setInterval(() => {
    const key = current();
    if (key !== known && !isChanging) void change(key);
  }, READ_EVERY_MS / 2).unref();
  return () => clearInterval(timer);
}

/** The web console: pages for people at the root of the gateway's two ports. */
import type { Settings } from '../../config/settings';

export interface ConsolePages {
  /** Null when this build has no console. */
  readonly market: string | null;
  readonly operator: string | null;
}

const ASK_MS = 2_000;

export async function findConsole({ PORT, ADMIN_PORT }: Settings): Promise<ConsolePages> {
  const [market, operator] = await Promise.all([PORT, ADMIN_PORT].map(pageAt));
  return { market: market ?? null, operator: operator ?? null };
}

async function pageAt(port: number): Promise<string | null> {
  const url = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${url}/`, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(ASK_MS),
  }).catch(() => null);
  void answer?.body?.cancel();
  return answer?.ok && answer.headers.get('content-type')?.startsWith('text/html') ? url : null;
}

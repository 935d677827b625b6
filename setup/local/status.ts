/** The live line of `npm start`: requests, fills and health, read from the operator's port. */
import { pc } from '../colours';
import { terminal } from './terminal';

const EVERY_MS = 2_000;
const ASK_MS = 1_500;
/** The whole line has to fit a narrow terminal. */
const PROBLEMS_WIDTH = 40;
const REQUESTS = 'tokenbook_http_request_duration_seconds_count';
/** Looks at the health, such as those for this line, are no requests of anybody. */
const OF_HEALTH = /route="[^"]*\/(?:livez|readyz|metrics)"/;

/** Of the gateway's metrics, counted since its start. */
export interface Counts {
  readonly requests: number;
  /** Chat completions that were answered with a fill. */
  readonly fills: number;
}

/** Writes the line until the process ends; only on a terminal, where it replaces itself. */
export function keepStatusLine(adminPort: number, isStopping: () => boolean): void {
  if (process.stderr.isTTY !== true) return;
  const url = `http://127.0.0.1:${adminPort}`;
  let before: Counts | null = null;
  const look = async (): Promise<void> => {
    const [counts, health] = await Promise.all([readCounts(url), readHealth(url)]);
    if (isStopping()) return;
    terminal.status(statusText(counts, before, health));
    before = counts;
    setTimeout(() => void look(), EVERY_MS).unref();
  };
  void look();
}

/** @param before of the last look, {@link EVERY_MS} ago */
export function statusText(
  counts: Counts | null,
  before: Counts | null,
  problems: readonly string[],
): string {
  const health =
    problems.length === 0
      ? pc.green('ready')
      : pc.yellow(problems.join(', ').slice(0, PROBLEMS_WIDTH));
  if (!counts) return `  ${health}`;
  // After a restart the gateway counts from zero again.
  const grown = before ? Math.max(0, counts.requests - before.requests) : 0;
  const rate = ((grown * 1_000) / EVERY_MS).toFixed(1);
  return `  ${health}   ${counts.requests} requests (${rate}/s)   ${counts.fills} fills`;
}

/** Adds up the series of the requests in the text format of Prometheus. */
export function countsOf(metrics: string): Counts {
  let requests = 0;
  let fills = 0;
  for (const line of metrics.split('\n')) {
    if (!line.startsWith(`${REQUESTS}{`) || OF_HEALTH.test(line)) continue;
    const count = Number(line.slice(line.lastIndexOf(' ') + 1));
    requests += count;
    if (line.includes('/chat/completions"') && line.includes('status="200"')) fills += count;
  }
  return { requests, fills };
}

async function readCounts(url: string): Promise<Counts | null> {
  const answer = await ask(`${url}/metrics`);
  return answer?.ok ? countsOf(await answer.text()) : null;
}

/** What is not well, by its name; nothing when the gateway is ready. */
async function readHealth(url: string): Promise<string[]> {
  const answer = await ask(`${url}/readyz`);
  if (!answer) return ['the gateway does not answer'];
  if (answer.ok) return [];
  const { checks } = (await answer.json().catch(() => ({}))) as { checks?: Record<string, string> };
  const failing = Object.entries(checks ?? {}).filter(([, state]) => state !== 'ok');
  return failing.length === 0 ? ['not ready'] : failing.map(([name]) => `${name} not ready`);
}

function ask(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => null);
}

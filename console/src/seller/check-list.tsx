/** The checks of an endpoint with their outcomes, and what to do about a failure. */
import { Badge, type Tone } from '../design/layout';
import type { EndpointCheck } from './bodies';

type Check = EndpointCheck['checks'][number];

const TONES: Readonly<Record<Check['status'], Tone>> = {
  ok: 'good',
  warn: 'warn',
  fail: 'bad',
  skipped: 'neutral',
};

const MEANINGS: Readonly<Record<Check['check'], string>> = {
  address: 'The exchange accepts the address',
  reachable: 'The endpoint can be reached',
  signature: 'A forged signature is refused',
  answers: 'It answers a chat completion',
  streams: 'It streams',
  usage: 'Usage is right in an answer',
  'usage in streams': 'Usage is right in a stream',
  'end of stream': 'The stream ends as it should',
  'idempotency key': 'A repeated request has the same answer',
};

export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="checks" aria-label="Checks">
      {checks.map(({ check, status, found, remedy }) => (
        <li key={check}>
          <Badge tone={TONES[status]}>{status}</Badge>
          <div>
            <strong>{MEANINGS[check]}</strong> <span className="soft">{found}</span>
            {remedy !== null && <p className="hint">{remedy}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

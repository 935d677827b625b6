/** The steps of a request in their order, each with its time and how long after the first it was. */
import { Missing, Time } from '../design/values';
import type { BuyerRequest } from './bodies';

type Times = Pick<
  BuyerRequest,
  | 'status'
  | 'received_at'
  | 'matched_at'
  | 'dispatched_at'
  | 'first_byte_at'
  | 'ended_at'
  | 'stream'
>;

interface Step {
  readonly name: string;
  readonly at: string | null;
}

export function RequestPath({ request }: { readonly request: Times }) {
  const steps = stepsOf(request);
  return (
    <ol className="path">
      {steps.map(({ name, at }) => (
        <li key={name} data-done={at !== null || undefined}>
          <strong>{name}</strong>
          {at === null ? (
            <Missing>not yet</Missing>
          ) : (
            <>
              <span className="number">{passedText(request.received_at, at)}</span>
              <span className="small faint">
                <Time value={at} show="time" />
              </span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function stepsOf(request: Times): Step[] {
  const isRefused = request.status === 'refused';
  const steps: Step[] = [
    { name: 'Received', at: request.received_at },
    { name: 'Matched', at: request.matched_at },
    { name: 'Dispatched', at: request.dispatched_at },
    { name: request.stream ? 'First byte' : 'Answer', at: request.first_byte_at },
    { name: isRefused ? 'Refused' : 'Settled', at: request.ended_at },
  ];
  return isRefused ? steps.filter(({ at }) => at !== null) : steps;
}

/** `+182 ms`, `+1.25 s` */
function passedText(from: string, to: string): string {
  const passedMs = Math.max(0, Date.parse(to) - Date.parse(from));
  return passedMs < 1_000 ? `+${passedMs} ms` : `+${(passedMs / 1_000).toFixed(2)} s`;
}

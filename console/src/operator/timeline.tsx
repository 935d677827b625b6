/** Events of an order from top to bottom, each with the time that passed since the first. */
import type { ReactNode } from 'react';
import { Time } from '../design/values';
import { Named, ShortId } from './names';
import type { Body } from './schemas';

type Event = Body<'OrderEvent'>;

const NAMES: Readonly<Record<Event['event'], string>> = {
  received: 'Received',
  reserved: 'Reserved',
  attempt_started: 'Attempt started',
  attempt_ended: 'Attempt ended',
  settled: 'Settled',
  released: 'Released',
  journal: 'Journal',
  lot_opened: 'Lot opened',
  lot_closed: 'Lot closed',
  decrypted: 'Decrypted',
  ended: 'Ended',
};

/** Events that begin or end the life of a fill or a lot. */
const NAMED: ReadonlySet<string> = new Set(['reserved', 'released', 'lot_opened', 'lot_closed']);

export function Timeline({ events }: { readonly events: readonly Event[] }) {
  const startMs = Date.parse(events[0]?.at ?? '');
  return (
    <ol className="timeline">
      {events.map((event, index) => (
        <li key={`${index} ${event.event}`} data-tone={toneOf(event)}>
          <span className="timeline-offset number">{offsetOf(event, startMs, index)}</span>
          <span className="timeline-mark" aria-hidden="true" />
          <div className="timeline-text">
            <strong>{NAMES[event.event]}</strong>
            {event.detail !== null && (
              <span>
                <Named text={event.detail} />
              </span>
            )}
            {event.subject_id !== null && NAMED.has(event.event) && (
              <span>
                <ShortId id={event.subject_id} />
              </span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function offsetOf({ at }: Event, startMs: number, index: number): ReactNode {
  if (index === 0) return <Time value={at} show="time" />;
  const passedMs = Date.parse(at) - startMs;
  const text = passedText(passedMs);
  return (
    <time dateTime={at} title={`${at.slice(0, 10)} ${at.slice(11, 23)} UTC`}>
      {text}
    </time>
  );
}

function passedText(passedMs: number): string {
  if (passedMs < 1_000) return `+${passedMs} ms`;
  if (passedMs < 60_000) return `+${(passedMs / 1_000).toFixed(2)} s`;
  if (passedMs < 3_600_000) return `+${(passedMs / 60_000).toFixed(1)} min`;
  return `+${(passedMs / 3_600_000).toFixed(1)} h`;
}

function toneOf({ event, detail }: Event): string | undefined {
  if (event === 'settled') return 'good';
  if (event === 'ended') return detail === 'filled' ? 'good' : 'bad';
  if (event === 'released' || event === 'lot_closed') return 'bad';
  return event === 'attempt_ended' && !detail?.includes('delivered') ? 'bad' : undefined;
}

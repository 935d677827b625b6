/** One turn of the playground: what was asked, the answer as it arrives, and what it costs. */
import { Link } from 'wouter';
import { multiplyDecimals, shiftDecimal } from '../client/decimal';
import { Button } from '../design/controls';
import { Stat, Stats } from '../design/layout';
import { ErrorNotice } from '../design/states';
import { Amount, Missing, Price, Quantity } from '../design/values';
import { amountText } from '../design/amount-text';
import { type Call, linesOf } from './chat-said';
import { type Turn, isRunning } from './chat-turns';
import { RequestPath } from './request-path';

interface ChatTurnProps {
  readonly turn: Turn;
  /** From 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly onEdit: () => void;
}

export function ChatTurn({ turn, place, isLast, onEdit }: ChatTurnProps) {
  return (
    <li className="turn" aria-label={`Turn ${place}`}>
      <div className="asked">
        <p>{turn.prompt}</p>
        <Button kind="quiet" aria-label={`Edit message ${place}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
      {turn.phase === 'refused' ? (
        <ErrorNotice error={turn.error} />
      ) : (
        <>
          <Answer turn={turn} />
          {(turn.fill ?? turn.request) && <Charge turn={turn} isOpen={isLast} />}
        </>
      )}
    </li>
  );
}

function Answer({ turn }: { readonly turn: Turn }) {
  const { text, thinking, calls, phase, brokenBy, isAskedAgain } = turn;
  return (
    <>
      {thinking !== '' && (
        <details>
          <summary>{isRunning(turn) && text === '' ? 'Thinking…' : 'Thinking'}</summary>
          <p className="answer soft">{thinking}</p>
        </details>
      )}
      {phase === 'waiting' && !isAskedAgain && <p className="faint">Waiting for the first byte…</p>}
      {text !== '' && (
        <p className="answer" role="region" aria-label="Text of the answer">
          {text}
        </p>
      )}
      {calls.map((call) => (
        <ToolCall key={call.index} call={call} />
      ))}
      {isAskedAgain && isRunning(turn) && (
        <p className="hint" role="status">
          The connection broke. The same request is sent again, and charged once.
        </p>
      )}
      {brokenBy !== null && (
        <p className="hint">
          {brokenBy} {chargedText(turn)}
        </p>
      )}
      {phase === 'stopped' && <p className="hint">{whenStopped(turn)}</p>}
    </>
  );
}

function ToolCall({ call }: { readonly call: Call }) {
  return (
    <figure className="program">
      <figcaption>
        Calls <code>{call.name}</code>
      </figcaption>
      <pre tabIndex={0} aria-label={`Arguments of ${call.name}`}>
        <code>{linesOf(call.arguments)}</code>
      </pre>
    </figure>
  );
}

/** Once the exchange has recorded it, or is known not to. */
function chargedText({ request, isUnrecorded }: Turn): string | null {
  if (isUnrecorded) return 'The exchange has no record of this request: nothing was charged.';
  if (request === null || request.status === 'open') return null;
  if (request.tokens === 0) return 'Nothing was charged.';
  return `Charged: ${amountText(request.cost)} for ${request.tokens} tokens.`;
}

function whenStopped(turn: Turn): string {
  const charged = chargedText(turn);
  if (charged !== null) return `Stopped. ${charged}`;
  return turn.parts > 0
    ? 'Stopped. The prompt and what was delivered are charged.'
    : 'Stopped before the first token. Nothing is charged, unless this account left many prompts like this in the last hour: then the prompt is.';
}

/** Of the last turn in all its parts, of the others in one line. */
function Charge({ turn, isOpen }: { readonly turn: Turn; readonly isOpen: boolean }) {
  const { fill, request, fillId } = turn;
  const id = fillId ?? request?.order_id ?? null;
  const price = fill ? shiftDecimal(fill.fill_price, -3) : (request?.price ?? null);
  const list = fill ? shiftDecimal(fill.list_price, -3) : (request?.list_price ?? null);
  const end = fill ?? (request?.status === 'open' ? null : request);
  return (
    <details open={isOpen} className="charge">
      <summary>
        <Amount value={end ? end.cost : costSoFar(turn)} /> for{' '}
        <Quantity value={end ? end.tokens : turn.parts} /> tokens{!end && ' so far, about'}
      </summary>
      <div className="stack">
        {price !== null && (
          <Stats>
            <Stat label="Price">
              <Price perThousand={price} withUnit />
            </Stat>
            <Stat label="List price">
              <Price perThousand={list} withUnit />
            </Stat>
            <Stat label="Seller">{fill?.venue_class ?? request?.venue_class ?? <Missing />}</Stat>
            <Stat label="Region">{fill?.region ?? request?.region ?? <Missing />}</Stat>
          </Stats>
        )}
        {request && <RequestPath request={request} />}
        {id !== null && <Link href={`/buyer/requests/${id}`}>The request in all its parts</Link>}
      </div>
    </details>
  );
}

/** A part of a stream is a token with most sellers; the fill states the exact cost. */
function costSoFar({ parts, request }: Turn): string | null {
  if (request?.price == null) return null;
  return shiftDecimal(multiplyDecimals(request.price, String(parts)), -3);
}

/** The playground's answer as it arrives: its text, what it costs, and the fill at its end. */
import { Link } from 'wouter';
import { multiplyDecimals, shiftDecimal } from '../client/decimal';
import { Badge, Panel, Stat, Stats, type Tone } from '../design/layout';
import { EmptyState, ErrorState } from '../design/states';
import { Amount, Missing, Price, Quantity } from '../design/values';
import { amountText } from './amount-text';
import { RequestPath } from './request-path';
import type { Chat } from './chat-session';

const PHASES: Readonly<Record<Chat['phase'], readonly [string, Tone]>> = {
  ready: ['not sent', 'neutral'],
  waiting: ['matching', 'warn'],
  streaming: ['streaming', 'warn'],
  done: ['complete', 'good'],
  stopped: ['stopped', 'neutral'],
  broken: ['broken off', 'bad'],
  refused: ['refused', 'bad'],
};

export function ChatAnswer({ chat }: { readonly chat: Chat }) {
  const [phase, tone] = PHASES[chat.phase];
  return (
    <Panel
      title="Answer"
      actions={
        <span role="status">
          <Badge tone={tone}>{phase}</Badge>
        </span>
      }
    >
      <AnswerBody chat={chat} />
    </Panel>
  );
}

function AnswerBody({ chat }: { readonly chat: Chat }) {
  if (chat.phase === 'ready') {
    return (
      <EmptyState title="Nothing was sent yet">
        The answer streams here. Its fill, its cost and its path appear below it.
      </EmptyState>
    );
  }
  if (chat.phase === 'refused') return <ErrorState error={chat.error} />;
  return (
    <div className="stack">
      <p className="answer" tabIndex={0} role="region" aria-label="Text of the answer">
        {chat.text}
        {chat.phase === 'waiting' && <span className="faint">Waiting for the first byte…</span>}
      </p>
      {chat.brokenBy !== null && (
        <p className="hint">
          {chat.brokenBy} {chargedText(chat) ?? 'Only what was delivered is charged.'}
        </p>
      )}
      {chat.phase === 'stopped' && <p className="hint">{whenStopped(chat)}</p>}
      <Cost chat={chat} />
      {chat.request && <RequestPath request={chat.request} />}
      {chat.fillId !== null && (
        <Link href={`/buyer/requests/${chat.fillId}`}>The request in all its parts</Link>
      )}
    </div>
  );
}

/** Once the exchange has recorded it. */
function chargedText({ request }: Chat): string | null {
  if (request === null || request.status === 'open') return null;
  return `Charged: ${amountText(request.cost)} for ${request.tokens} tokens.`;
}

function whenStopped(chat: Chat): string {
  const charged = chargedText(chat);
  if (charged !== null) return `Stopped. ${charged}`;
  return chat.parts > 0
    ? 'Stopped. The prompt and what was delivered are charged.'
    : 'Stopped before the first token. Nothing is charged, unless this account left many prompts like this in the last hour: then the prompt is.';
}

function Cost({ chat }: { readonly chat: Chat }) {
  const { fill, request } = chat;
  const price = fill ? shiftDecimal(fill.fill_price, -3) : (request?.price ?? null);
  const list = fill ? shiftDecimal(fill.list_price, -3) : null;
  return (
    <Stats>
      <Stat label={fill ? 'Cost' : 'Cost of the answer so far, about'}>
        {fill ? <Amount value={fill.cost} /> : <Amount value={costSoFar(chat)} />}
      </Stat>
      <Stat label="Price">
        <Price perThousand={price} withUnit />
      </Stat>
      <Stat label="List price">
        <Price perThousand={list} withUnit />
      </Stat>
      <Stat label={fill ? 'Tokens' : 'Tokens so far, about'}>
        <Quantity value={fill ? fill.tokens : chat.parts} />
      </Stat>
      <Stat label="Seller">{fill?.venue_class ?? request?.venue_class ?? <Missing />}</Stat>
      <Stat label="Region">{fill?.region ?? request?.region ?? <Missing />}</Stat>
    </Stats>
  );
}

/** A part of a stream is a token with most sellers; the fill states the exact cost. */
function costSoFar({ parts, request }: Chat): string | null {
  if (request?.price == null) return null;
  return shiftDecimal(multiplyDecimals(request.price, String(parts)), -3);
}

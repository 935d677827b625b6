/** A request by hand: it streams, shows its fill and its cost, and stands beside it as a program. */
import { type FormEvent, useState } from 'react';
import { Button, TextArea } from '../design/controls';
import { Panel } from '../design/layout';
import { Tabs } from '../design/tabs';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { ChatAnswer } from './chat-answer';
import type { ChatBody } from './chat-stream';
import { CopyButton } from './copy-button';
import { InstrumentField, RegionField, useFirstInstrument, useUsualCeiling } from './instruments';
import { PriceField, perThousandOf, priceError } from './price-field';
import { QuantityField, tokensOf } from './quantity-field';
import { snippetsOf } from './snippets';
import { isRunning } from './chat-session';
import { useChat } from './use-chat';

interface Draft {
  readonly model: string | null;
  readonly prompt: string;
  /** Null until somebody writes one. */
  readonly price: string | null;
  readonly cap: string;
  readonly region: string;
}

const FIRST: Draft = {
  model: null,
  prompt: 'Explain an order book in three sentences.',
  price: null,
  cap: '256',
  region: '',
};

/** It outlives the page. */
let kept: { readonly key: string; readonly draft: Draft } | null = null;

export function PlaygroundPage() {
  return (
    <BuyerPage title="Playground" lead="A real request, paid from the balance.">
      {(buyer) => <Playground buyer={buyer} />}
    </BuyerPage>
  );
}

function Playground({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [draft, setDraft] = useState(kept?.key === buyer.key ? kept.draft : FIRST);
  const first = useFirstInstrument();
  const { chat, send, stop } = useChat(buyer);
  const model = draft.model ?? first;
  const usualPrice = useUsualCeiling(model);
  const price = draft.price ?? usualPrice;
  const body = bodyOf({ ...draft, model, price });
  const change = (part: Partial<Draft>) => {
    kept = { key: buyer.key, draft: { ...draft, ...part } };
    setDraft(kept.draft);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body) void send(body);
  };
  return (
    <>
      <div className="halves">
        <Panel title="Request">
          <form className="stack" onSubmit={submit}>
            <InstrumentField value={model} onChange={(given) => change({ model: given })} />
            <TextArea
              label="Message"
              rows={5}
              required
              value={draft.prompt}
              onChange={(event) => change({ prompt: event.target.value })}
            />
            <div className="fields">
              <PriceField
                label="Highest price"
                hint="Empty: the account's ceiling, or the mid"
                value={price}
                onChange={(given) => change({ price: given })}
              />
              <QuantityField
                label="Longest answer, tokens"
                value={draft.cap}
                onChange={(cap) => change({ cap })}
              />
              <RegionField value={draft.region} onChange={(region) => change({ region })} />
            </div>
            <div className="cluster">
              <Button type="submit" kind="primary" disabled={body === null || isRunning(chat)}>
                Send
              </Button>
              {isRunning(chat) && <Button onClick={stop}>Stop</Button>}
            </div>
          </form>
        </Panel>
        <ChatAnswer chat={chat} />
      </div>
      {body && <Program body={body} />}
    </>
  );
}

/** @returns null while a field is not valid */
function bodyOf({
  model,
  prompt,
  price,
  cap,
  region,
}: Draft & { readonly price: string }): ChatBody | null {
  const tokens = tokensOf(cap);
  if (!model || prompt.trim() === '') return null;
  if (price !== '' && priceError(price) !== null) return null;
  if (cap !== '' && tokens === null) return null;
  const maxPrice = perThousandOf(price);
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: true,
    ...(maxPrice === null ? {} : { max_price: maxPrice }),
    ...(tokens === null ? {} : { max_tokens: tokens }),
    ...(region === '' ? {} : { region }),
  };
}

function Program({ body }: { readonly body: ChatBody }) {
  const tabs = snippetsOf(location.origin, body).map(({ value, label, code }) => ({
    value,
    label,
    content: (
      <div className="program">
        <CopyButton text={code} />
        <pre tabIndex={0} aria-label={`The request in ${label}`}>
          <code>{code}</code>
        </pre>
      </div>
    ),
  }));
  return (
    <Panel title="The same request as a program">
      <Tabs label="Language" tabs={tabs} />
    </Panel>
  );
}

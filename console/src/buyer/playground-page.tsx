/** A conversation by hand: it streams, shows its fills and costs, and stands beside it as a program. */
import type { FormEvent } from 'react';
import { Button, TextArea } from '../design/controls';
import { Panel } from '../design/layout';
import { ErrorState, Skeleton } from '../design/states';
import { useCatalog } from '../market/queries';
import type { AccountSummary } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { type Draft, bodyOf } from './chat-draft';
import { Message, Standing, Turns } from './chat-conversation';
import { ChatPrice } from './chat-price';
import { ChatProgram } from './chat-program';
import { isRunning, turnsBefore } from './chat-turns';
import {
  InstrumentField,
  RegionField,
  useFirstInstrument,
  useUsualCeiling,
} from '../market/instruments';
import { PriceField } from '../design/price-field';
import { QuantityField } from '../design/quantity-field';
import { useAccount } from './use-account';
import { useChat } from './use-chat';

export function PlaygroundPage() {
  return (
    <BuyerPage title="Playground" lead="Real requests, paid from the balance.">
      {(buyer) => <OfAccount buyer={buyer} />}
    </BuyerPage>
  );
}

function OfAccount({ buyer }: { readonly buyer: SignedInBuyer }) {
  const { data: account, isError, error, refetch } = useAccount(buyer);
  // Without its names there is no instrument to begin with.
  const { isPending } = useCatalog();
  if (account && !isPending) return <Playground buyer={buyer} account={account} />;
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={8} label="Loading the playground" />;
}

interface PlaygroundProps {
  readonly buyer: SignedInBuyer;
  readonly account: AccountSummary;
}

function Playground({ buyer, account }: PlaygroundProps) {
  const { session, draft, turns } = useChat(buyer, account.account_id);
  const first = useFirstInstrument();
  const model = draft.model ?? first;
  const usualPrice = useUsualCeiling(model);
  const price = draft.price ?? usualPrice;
  const asked = { ...draft, model, price };
  const before = turnsBefore(turns, draft);
  const body = bodyOf(asked, before);
  // Without a message the settings have a price and a program too.
  const shown = body ?? bodyOf({ ...asked, message: 'Your message' }, before);
  const isBusy = turns.some(isRunning);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body && !isBusy) void session.send(buyer, body);
  };
  return (
    <>
      <div className="chat">
        <Panel title="Conversation" actions={<Standing session={session} turns={turns} />}>
          <Turns session={session} turns={turns} />
          <form className="stack" onSubmit={submit}>
            <Message draft={draft} session={session} turns={turns} />
            {shown && <ChatPrice body={shown} ceiling={account.price_ceiling} />}
            <div className="cluster">
              <Button type="submit" kind="primary" disabled={body === null || isBusy}>
                Send
              </Button>
              {isBusy && <Button onClick={session.stop}>Stop</Button>}
            </div>
          </form>
        </Panel>
        <Settings draft={asked} onChange={session.write} />
      </div>
      {shown && <ChatProgram body={shown} />}
    </>
  );
}

interface SettingsProps {
  readonly draft: Draft & { readonly model: string; readonly price: string };
  readonly onChange: (part: Partial<Draft>) => void;
}

function Settings({ draft, onChange }: SettingsProps) {
  return (
    <Panel title="Settings">
      <div className="stack">
        <InstrumentField value={draft.model} onChange={(model) => onChange({ model })} />
        <TextArea
          label="System text"
          rows={2}
          hint="Goes before the conversation; empty: none."
          value={draft.system}
          onChange={(event) => onChange({ system: event.target.value })}
        />
        <PriceField
          label="Highest price"
          hint="Empty: your account's price ceiling, or without one the middle of best bid and best ask"
          value={draft.price}
          onChange={(price) => onChange({ price })}
        />
        <QuantityField
          label="Longest answer, tokens"
          value={draft.cap}
          onChange={(cap) => onChange({ cap })}
        />
        <RegionField value={draft.region} onChange={(region) => onChange({ region })} />
      </div>
    </Panel>
  );
}

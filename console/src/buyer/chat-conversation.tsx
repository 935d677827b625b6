/** The turns of the playground's conversation, and the message that is written next. */
import { type KeyboardEvent, useState } from 'react';
import { Button, TextArea } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Badge, type Tone } from '../design/layout';
import { EmptyState } from '../design/states';
import type { Draft } from './chat-draft';
import type { ChatSession } from './chat-session';
import { ChatTurn } from './chat-turn';
import type { Turn } from './chat-turns';

const PHASES: Readonly<Record<Turn['phase'], readonly [string, Tone]>> = {
  waiting: ['matching', 'warn'],
  streaming: ['streaming', 'warn'],
  done: ['complete', 'good'],
  stopped: ['stopped', 'neutral'],
  broken: ['broken off', 'bad'],
  refused: ['refused', 'bad'],
};

interface ConversationProps {
  readonly session: ChatSession;
  readonly turns: readonly Turn[];
}

export function Standing({ session, turns }: ConversationProps) {
  const [isAsking, setAsking] = useState(false);
  const last = turns.at(-1);
  const [phase, tone]: readonly [string, Tone] = last
    ? PHASES[last.phase]
    : ['not sent', 'neutral'];
  return (
    <>
      <span role="status">
        <Badge tone={tone}>{phase}</Badge>
      </span>
      {last && <Button onClick={() => setAsking(true)}>Clear</Button>}
      <ConfirmDialog
        title="Clear the conversation"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => session.clear()}
        action="Clear it"
      >
        <p>Messages and answers are forgotten. What was charged stays under Requests.</p>
      </ConfirmDialog>
    </>
  );
}

export function Turns({ session, turns }: ConversationProps) {
  if (turns.length === 0) {
    return (
      <EmptyState title="Nothing was sent yet">
        The answer streams here. Its fill, its cost and its path appear below it.
      </EmptyState>
    );
  }
  return (
    <ol className="turns">
      {turns.map((turn, at) => (
        <ChatTurn
          key={turn.id}
          turn={turn}
          place={at + 1}
          isLast={at === turns.length - 1}
          onEdit={() => session.write({ message: turn.prompt, replaces: turn.id })}
        />
      ))}
    </ol>
  );
}

export function Message({ draft, session, turns }: ConversationProps & { readonly draft: Draft }) {
  const place = turns.findIndex(({ id }) => id === draft.replaces) + 1;
  const sendByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <>
      <TextArea
        label="Message"
        rows={3}
        required
        hint="Ctrl or ⌘ and Enter send it."
        value={draft.message}
        onChange={(event) => session.write({ message: event.target.value })}
        onKeyDown={sendByKeys}
      />
      {place > 0 && (
        <p className="hint cluster">
          It takes the place of message {place} and of all after it.
          <Button onClick={() => session.write({ message: '', replaces: null })}>
            Keep them instead
          </Button>
        </p>
      )}
    </>
  );
}

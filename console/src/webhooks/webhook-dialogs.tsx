/** What is asked before something is done with a webhook endpoint. */
import { useState } from 'react';
import { Field } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import type { Webhook, WebhookApi } from './webhook-api';

export type Asked = 'replay' | 'rotate' | 'remove';

interface DialogsProps {
  readonly api: WebhookApi;
  readonly webhook: Webhook;
  readonly asked: Asked | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onDone: (what: string) => Promise<void>;
  readonly onRemoved: () => void;
}

export function WebhookDialogs(props: DialogsProps) {
  const { api, webhook, asked, onClose, onSecret, onDone, onRemoved } = props;
  const { webhook_id: id, url } = webhook;
  const [since, setSince] = useState('');
  const replay = async () => {
    const count = await api.replay(id, new Date(since).toISOString());
    await onDone(`${count} ${count === 1 ? 'event is' : 'events are'} sent again.`);
  };
  const rotate = async () => {
    const { secret } = await api.rotateSecret(id);
    onSecret(secret);
    await onDone('The secret is replaced.');
  };
  const remove = async () => {
    await api.remove(id);
    onRemoved();
  };
  return (
    <>
      <ConfirmDialog
        title="Replay events"
        isOpen={asked === 'replay'}
        onClose={onClose}
        onConfirm={replay}
        action="Send them again"
      >
        <p className="soft">
          Events that the endpoint has not accepted, also those that it missed while it was
          disabled. They are kept for 30 days.
        </p>
        <Field
          label="Since, your time"
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        title="Rotate the secret"
        isOpen={asked === 'rotate'}
        onClose={onClose}
        onConfirm={rotate}
        action="Rotate it"
      >
        <p>The new secret is shown once. For 24 hours the previous one signs too.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete the endpoint"
        isOpen={asked === 'remove'}
        onClose={onClose}
        onConfirm={remove}
        action="Delete it"
        isDangerous
      >
        <p>{url} gets no further event.</p>
      </ConfirmDialog>
    </>
  );
}

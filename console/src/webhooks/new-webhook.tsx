/** A new webhook endpoint; its secret is shown once. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Field } from '../design/controls';
import { ErrorNotice } from '../design/states';
import { SecretOnce } from './secret-once';
import type { EventType, WebhookApi, WebhookWithSecret } from './webhook-api';

interface NewWebhookProps {
  readonly api: WebhookApi;
  readonly eventTypes: readonly EventType[];
  readonly onCreated: (webhook: WebhookWithSecret) => void;
  readonly onDone: () => void;
}

export function NewWebhookForm({ api, eventTypes, onCreated, onDone }: NewWebhookProps) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<readonly EventType[]>([]);
  const create = useMutation({
    mutationFn: () =>
      api.create({
        url: url.trim(),
        description: description.trim() || null,
        event_types: chosen.length === 0 ? null : [...chosen],
      }),
    onSuccess: onCreated,
  });
  if (create.data) {
    return (
      <div className="stack">
        <SecretOnce secret={create.data.secret} />
        <div className="dialog-actions">
          <Button kind="primary" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Address"
        hint="An https address of a public host"
        required
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field
        label="Description"
        maxLength={200}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <EventTypes all={eventTypes} chosen={chosen} onChange={setChosen} />
      {create.isError && <ErrorNotice error={create.error} />}
      <div className="dialog-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={create.isPending || url.trim() === ''}>
          Create
        </Button>
      </div>
    </form>
  );
}

interface EventTypesProps {
  readonly all: readonly EventType[];
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
}

function EventTypes({ all, chosen, onChange }: EventTypesProps) {
  return (
    <fieldset className="event-types">
      <legend>Events, none for all</legend>
      {all.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, type] : chosen.filter((one) => one !== type),
              )
            }
          />
          {type}
        </label>
      ))}
    </fieldset>
  );
}

/** Webhook endpoints of the holder of the key: a buyer or a seller. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Badge, Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Time } from '../design/values';
import { NewWebhookForm } from './new-webhook';
import type { EventType, Webhook, WebhookApi } from './webhook-api';
import { WebhookPanel } from './webhook-panel';

const REFRESH_MS = 5_000;

export interface WebhooksProps {
  readonly api: WebhookApi;
  /** First element of the query keys: forgotten with the key of this holder. */
  readonly scope: string;
  /** Those that concern this holder. */
  readonly eventTypes: readonly EventType[];
}

export function Webhooks({ api, scope, eventTypes }: WebhooksProps) {
  const [isNew, setNew] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const queries = useQueryClient();
  const webhooks = useQuery({
    queryKey: [scope, 'webhooks'],
    queryFn: () => api.list(),
    refetchInterval: REFRESH_MS,
  });
  const renew = () => queries.invalidateQueries({ queryKey: [scope, 'webhooks'] });
  const opened = webhooks.data?.find(({ webhook_id: id }) => id === openId);
  return (
    <>
      <Panel
        title="Endpoints"
        flush
        actions={<Button onClick={() => setNew(true)}>New endpoint</Button>}
      >
        {webhooks.isPending && <Skeleton rows={3} label="Loading the webhooks" />}
        {webhooks.isError && !webhooks.data && (
          <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        )}
        {webhooks.data?.length === 0 && (
          <EmptyState title="No endpoint yet">
            Events are sent to an https address of yours, signed, and again until it accepts them.
          </EmptyState>
        )}
        {webhooks.data && webhooks.data.length > 0 && (
          <Table
            caption="Webhook endpoints"
            columns={columnsOf(openId, setOpenId)}
            rows={webhooks.data}
            keyOf={(row) => row.webhook_id}
          />
        )}
      </Panel>
      {opened && (
        <WebhookPanel
          key={opened.webhook_id}
          api={api}
          scope={scope}
          webhook={opened}
          onChange={renew}
          onRemoved={() => {
            setOpenId(null);
            void renew();
          }}
        />
      )}
      <Dialog title="New endpoint" isOpen={isNew} onClose={() => setNew(false)}>
        <NewWebhookForm
          api={api}
          eventTypes={eventTypes}
          onCreated={(webhook) => {
            setOpenId(webhook.webhook_id);
            void renew();
          }}
          onDone={() => setNew(false)}
        />
      </Dialog>
    </>
  );
}

function columnsOf(
  openId: string | null,
  open: (id: string | null) => void,
): readonly Column<Webhook>[] {
  return [
    { key: 'url', title: 'Address', isHeading: true, cell: (row) => <Address webhook={row} /> },
    {
      key: 'events',
      title: 'Events',
      isMinor: true,
      cell: ({ event_types: types }) => types?.join(', ') ?? 'all',
    },
    { key: 'status', title: 'Status', cell: (row) => <WebhookStatus webhook={row} /> },
    {
      key: 'created',
      title: 'Created',
      isMinor: true,
      cell: (row) => <Time value={row.created_at} show="ago" />,
    },
    {
      key: 'open',
      title: <span className="only-read">Open</span>,
      align: 'end',
      cell: ({ webhook_id: id, url }) => (
        <Button
          kind="quiet"
          aria-expanded={id === openId}
          aria-label={`${id === openId ? 'Close' : 'Open'} ${url}`}
          onClick={() => open(id === openId ? null : id)}
        >
          {id === openId ? 'Close' : 'Open'}
        </Button>
      ),
    },
  ];
}

const SHOWN_LENGTH = 60;

function Address({ webhook: { url, description } }: { readonly webhook: Webhook }) {
  return (
    <span title={description === null ? url : `${url}: ${description}`}>
      {url.length > SHOWN_LENGTH ? `${url.slice(0, SHOWN_LENGTH)}…` : url}
    </span>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  owner: 'disabled',
  gone: 'disabled: it answered 410',
  failing: 'disabled: it accepted nothing for five days',
};

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { status, disabled_reason: reason, failing_since: failing } = webhook;
  if (status === 'disabled') return <Badge tone="bad">{REASONS[reason ?? 'owner']}</Badge>;
  if (!webhook.confirmed) return <Badge tone="warn">not confirmed</Badge>;
  if (failing !== null) return <Badge tone="warn">failing</Badge>;
  return <Badge tone="good">enabled</Badge>;
}

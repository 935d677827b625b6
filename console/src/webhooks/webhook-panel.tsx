/** One webhook endpoint: what was sent to it, and what can be done with it. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MoreButton } from '../design/more-button';
import { Button } from '../design/controls';
import { Badge, Panel, type Tone } from '../design/layout';
import { EmptyState, ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Missing, Quantity, Time } from '../design/values';
import { SecretOnce } from './secret-once';
import type { Webhook, WebhookApi, WebhookDelivery } from './webhook-api';
import { type Asked, WebhookDialogs } from './webhook-dialogs';
import './webhooks.css';

const REFRESH_MS = 3_000;

interface WebhookPanelProps {
  readonly api: WebhookApi;
  readonly scope: string;
  readonly webhook: Webhook;
  readonly onChange: () => Promise<unknown>;
  readonly onRemoved: () => void;
}

/** Does something, and says what was done once it is. */
type Act = (what: string, action: () => Promise<unknown>) => Promise<void>;

export function WebhookPanel({ api, scope, webhook, onChange, onRemoved }: WebhookPanelProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  const { webhook_id: id } = webhook;
  const act: Act = async (what, action) => {
    setError(null);
    setSaid(null);
    try {
      await action();
      setSaid(what);
      await Promise.all([
        onChange(),
        queries.invalidateQueries({ queryKey: [scope, 'webhook-deliveries', id] }),
      ]);
    } catch (err) {
      setError(err);
    }
  };
  return (
    <Panel
      title={webhook.url}
      flush
      className="webhook"
      actions={<Actions api={api} webhook={webhook} act={act} onAsk={setAsked} />}
    >
      <div className="webhook-notes">
        {said !== null && <p role="status">{said}</p>}
        {error !== null && <ErrorNotice error={error} />}
        {secret !== null && <SecretOnce secret={secret} />}
        {webhook.secret_expires_at !== null && (
          <p className="hint">
            The previous secret signs too until <Time value={webhook.secret_expires_at} />.
          </p>
        )}
      </div>
      <Deliveries
        api={api}
        scope={scope}
        id={id}
        isRead={asked !== 'remove'}
        onReplay={(deliveryId) =>
          void act('The event is sent again.', () => api.replayOne(id, deliveryId))
        }
      />
      <WebhookDialogs
        api={api}
        webhook={webhook}
        asked={asked}
        onClose={() => setAsked(null)}
        onSecret={setSecret}
        onDone={(what) => act(what, () => Promise.resolve())}
        onRemoved={onRemoved}
      />
    </Panel>
  );
}

interface ActionsProps {
  readonly api: WebhookApi;
  readonly webhook: Webhook;
  readonly act: Act;
  readonly onAsk: (asked: Asked) => void;
}

function Actions({ api, webhook, act, onAsk }: ActionsProps) {
  const { webhook_id: id, status } = webhook;
  const isEnabled = status === 'enabled';
  const toggle = () => api.setStatus(id, isEnabled ? 'disabled' : 'enabled');
  return (
    <>
      <Button onClick={() => void act('A test event is sent.', () => api.sendTest(id))}>
        Send a test
      </Button>
      <Button onClick={() => void act(isEnabled ? 'Disabled.' : 'Enabled.', toggle)}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button onClick={() => onAsk('replay')}>Replay</Button>
      <Button onClick={() => onAsk('rotate')}>Rotate the secret</Button>
      <Button kind="danger" onClick={() => onAsk('remove')}>
        Delete
      </Button>
    </>
  );
}

interface DeliveriesProps {
  readonly api: WebhookApi;
  readonly scope: string;
  readonly id: string;
  /** Not while the endpoint is being deleted: it would no longer be found. */
  readonly isRead: boolean;
  readonly onReplay: (deliveryId: string) => void;
}

function Deliveries({ api, scope, id, isRead, onReplay }: DeliveriesProps) {
  const deliveries = useInfiniteQuery({
    queryKey: [scope, 'webhook-deliveries', id],
    queryFn: ({ pageParam }) => api.deliveries(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled: isRead,
    refetchInterval: REFRESH_MS,
  });
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <>
      {deliveries.isPending && <Skeleton rows={3} label="Loading the deliveries" />}
      {deliveries.isError && rows.length === 0 && (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.data && rows.length === 0 && (
        <EmptyState title="Nothing was sent yet">
          A test shows whether the endpoint accepts.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          caption="Deliveries, newest event first"
          columns={columnsOf(onReplay)}
          rows={rows}
          keyOf={(row) => row.delivery_id}
          maxHeight="26rem"
        />
      )}
      <MoreButton pages={deliveries} />
    </>
  );
}

const TONES: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  waiting: 'warn',
  delivered: 'good',
  failed: 'bad',
};

function columnsOf(replay: (deliveryId: string) => void): readonly Column<WebhookDelivery>[] {
  return [
    { key: 'type', title: 'Event', isHeading: true, cell: (row) => row.event_type },
    { key: 'time', title: 'Happened', cell: (row) => <Time value={row.event_time} show="ago" /> },
    {
      key: 'status',
      title: 'Status',
      cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge>,
    },
    {
      key: 'answer',
      title: 'Newest answer',
      isMinor: true,
      cell: ({ response_status: answer, detail }) => answer ?? detail ?? <Missing />,
    },
    {
      key: 'attempts',
      title: 'Attempts',
      align: 'end',
      isMinor: true,
      cell: (row) => <Quantity value={row.attempts} />,
    },
    {
      key: 'next',
      title: 'Next attempt',
      isMinor: true,
      cell: (row) => <Time value={row.next_attempt_at} show="ago" />,
    },
    {
      key: 'replay',
      title: <span className="only-read">Send again</span>,
      align: 'end',
      cell: ({ delivery_id: id, event_type: type }) => (
        <Button
          kind="quiet"
          aria-label={`Send again: ${type}, ${id.slice(-6)}`}
          onClick={() => replay(id)}
        >
          Send again
        </Button>
      ),
    },
  ];
}

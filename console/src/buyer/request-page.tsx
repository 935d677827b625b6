/** One request: its path through the exchange, what it cost, and who was asked. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { usePollMs } from '../client/account-events';
import { messageForPeople } from '../client/api-error';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Quantity, Time } from '../design/values';
import type { BuyerRequestDetails } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { RequestPath } from './request-path';
import { SellerName } from '../design/seller-name';
import { Status } from '../design/status';
import { WaitsFor } from './waits-for';

const REFRESH_MS = 1_000;

export function RequestPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <BuyerPage title="Request" lead={<code>{id}</code>}>
      {(buyer) => <Request buyer={buyer} id={id} />}
    </BuyerPage>
  );
}

function Request({ buyer, id }: { readonly buyer: SignedInBuyer; readonly id: string }) {
  const pollMs = usePollMs(REFRESH_MS);
  const request = useQuery({
    queryKey: [SIGNED_IN, 'request', id],
    queryFn: () => answerOf(buyer.market.GET('/v1/requests/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? pollMs : false),
  });
  if (request.isPending) return <Skeleton rows={8} label="Loading the request" />;
  if (request.isError) {
    return <ErrorState error={request.error} onRetry={() => void request.refetch()} />;
  }
  return <RequestDetails request={request.data} />;
}

function RequestDetails({ request }: { readonly request: BuyerRequestDetails }) {
  const { refusal, contract_id: contractId } = request;
  return (
    <>
      <Panel title={request.model_id} actions={<Status value={request.status} />}>
        <div className="stack">
          <WaitsFor sentence={request.waiting_for} />
          {refusal !== null && (
            <p className="hint">
              Refused with <a href={`/docs/errors/${refusal.code}`}>{refusal.code}</a>:{' '}
              {messageForPeople(refusal.message)} Nothing was charged.
            </p>
          )}
          <Stats>
            <Stat label={contractId === null ? 'Cost' : 'Cost, prepaid by its contract'}>
              <Amount value={request.cost} />
            </Stat>
            <Stat label="Price">
              <Price perThousand={request.price} withUnit />
            </Stat>
            <Stat label="List price">
              <Price perThousand={request.list_price} withUnit />
            </Stat>
            <Stat label="Limit">
              <Price perThousand={request.price_limit} withUnit />
            </Stat>
            <Stat label="Tokens">
              <Quantity value={request.tokens} />
            </Stat>
            <Stat label="Prompt and answer">
              <Quantity value={request.prompt_tokens} /> +{' '}
              <Quantity value={request.completion_tokens} />
            </Stat>
            <Stat label="Region">{request.region ?? <Missing />}</Stat>
          </Stats>
        </div>
      </Panel>
      <Panel title="Path">
        <RequestPath request={request} />
      </Panel>
      <Panel title="Sellers that were asked" flush>
        <Attempts request={request} />
      </Panel>
      <p className="small faint">
        Request id <code>{request.request_id}</code>
        {request.fill_id !== null && (
          <>
            , fill <code>{request.fill_id}</code>
          </>
        )}
        {contractId !== null && (
          <>
            , <Link href="/buyer/contracts">contract {contractId}</Link>
          </>
        )}
      </p>
    </>
  );
}

type Attempt = BuyerRequestDetails['attempts'][number];

const REASONS: Readonly<Record<string, string>> = {
  throttled: 'The seller had no free capacity',
  request_refused: 'The seller refused the request',
  buyer_gone: 'The reader of the stream left',
  timeout: 'No answer in time',
  malformed: 'The answer was malformed',
  failed: 'The seller failed',
  cut: 'The seller broke the stream off',
  lost: 'The connection was lost',
  unreachable: 'No connection to the seller',
  exchange: 'The exchange failed, not the seller',
};

/** Beyond the prompts of an hour that are free. */
const LEFT_AND_PAID = 'The reader left before the first token; the prompt is charged';

const COLUMNS: readonly Column<Attempt>[] = [
  {
    key: 'started',
    title: 'Started',
    isHeading: true,
    cell: (row) => <Time value={row.started_at} show="time" />,
  },
  { key: 'seller', title: 'Seller', cell: (row) => <SellerName id={row.seller_id} venue={null} /> },
  { key: 'region', title: 'Region', cell: (row) => row.region },
  { key: 'price', title: '$/M', align: 'end', cell: (row) => <Price perThousand={row.price} /> },
  { key: 'state', title: 'State', cell: (row) => <Status value={row.state} /> },
  {
    key: 'reason',
    title: 'Why',
    cell: ({ reason, state }) => {
      if (reason === null) return <Missing />;
      return reason === 'buyer_gone' && state === 'delivered'
        ? LEFT_AND_PAID
        : (REASONS[reason] ?? reason);
    },
  },
];

function Attempts({ request }: { readonly request: BuyerRequestDetails }) {
  if (request.attempts.length === 0) {
    return <EmptyState title="No seller was asked" />;
  }
  return (
    <Table
      caption="Attempts, oldest first"
      columns={COLUMNS}
      rows={request.attempts}
      keyOf={(row) => `${row.fill_id} ${row.number}`}
    />
  );
}

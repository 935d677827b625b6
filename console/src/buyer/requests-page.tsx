/** The buyer's chat requests, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Field, Select } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Quantity, Time } from '../design/values';
import { useFilters } from '../shell/use-address';
import type { BuyerRequest } from './bodies';
import { columnPlaces } from '../design/amount-text';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { MoreButton } from '../design/more-button';
import { SellerName } from '../design/seller-name';
import { Status } from '../design/status';
import { useSettled } from './use-settled';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 100;

const FILTERS = {
  model: 'text',
  status: [
    { value: '', label: 'Any' },
    { value: 'open', label: 'Open' },
    { value: 'filled', label: 'Filled' },
    { value: 'refused', label: 'Refused' },
  ],
} as const;

export function RequestsPage() {
  return (
    <BuyerPage
      title="Requests"
      lead="Every chat completion with its seller, its price and its times."
    >
      {(buyer) => <Requests buyer={buyer} />}
    </BuyerPage>
  );
}

function Requests({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [{ status, model }, setFilters] = useFilters(FILTERS);
  const modelId = useSettled(model.trim());
  const isFiltered = status !== '' || modelId !== '';
  const pollMs = usePollMs(REFRESH_MS);
  const requests = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'requests', status, modelId],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(status === '' ? {} : { status }),
        ...(modelId === '' ? {} : { model_id: modelId }),
      };
      return answerOf(buyer.market.GET('/v1/requests', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Later pages do not change while they are read.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? pollMs : false),
  });
  const rows = requests.data?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <Panel title="Requests" flush>
      <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Instrument"
          placeholder="any"
          value={model}
          spellCheck={false}
          onChange={(event) => setFilters({ model: event.target.value })}
        />
        <Select
          label="Status"
          value={status}
          options={FILTERS.status}
          onChange={(chosen) => setFilters({ status: chosen })}
        />
      </form>
      {requests.isPending && <Skeleton rows={8} label="Loading the requests" />}
      {requests.isError && rows.length === 0 && (
        <ErrorState error={requests.error} onRetry={() => void requests.refetch()} />
      )}
      {requests.data && rows.length === 0 && (
        <NoRequests isFiltered={isFiltered} hasMore={requests.hasNextPage} />
      )}
      {rows.length > 0 && (
        <Table
          caption="Chat requests, newest first"
          columns={columnsOf(columnPlaces(rows.map(({ cost }) => cost)))}
          rows={rows}
          keyOf={(row) => row.order_id}
        />
      )}
      <MoreButton pages={requests} />
    </Panel>
  );
}

function NoRequests(props: { readonly isFiltered: boolean; readonly hasMore: boolean }) {
  if (props.hasMore) {
    return (
      <EmptyState title="None among the newest thousand">Older requests may match.</EmptyState>
    );
  }
  if (props.isFiltered) return <EmptyState title="No request matches these filters" />;
  return (
    <EmptyState title="No request yet">
      <Link href="/buyer/playground">Send the first one from the playground</Link>
    </EmptyState>
  );
}

function columnsOf(places: number): readonly Column<BuyerRequest>[] {
  return [
    {
      key: 'received',
      title: 'Received',
      isHeading: true,
      phone: { line: 1 },
      cell: (row) => (
        <Link href={`/buyer/requests/${row.order_id}`}>
          <Time value={row.received_at} />
        </Link>
      ),
    },
    { key: 'model', title: 'Instrument', phone: { line: 2 }, cell: (row) => row.model_id },
    {
      key: 'status',
      title: 'Status',
      phone: { line: 1 },
      cell: (row) => <Status value={row.status} />,
    },
    {
      key: 'seller',
      title: 'Seller',
      cell: ({ seller_id: id, venue_class: venue }) =>
        id === null ? <Missing /> : <SellerName id={id} venue={venue} />,
    },
    {
      key: 'region',
      title: 'Region',
      cell: (row) => row.region ?? <Missing />,
    },
    {
      key: 'price',
      title: '$/M',
      align: 'end',
      phone: { line: 2, unit: '$/M' },
      cell: (row) => <Price perThousand={row.price} />,
    },
    {
      key: 'list',
      title: 'List $/M',
      align: 'end',
      cell: (row) => <Price perThousand={row.list_price} />,
    },
    {
      key: 'tokens',
      title: 'Tokens',
      align: 'end',
      phone: { line: 2, unit: 'tokens' },
      cell: (row) => <Quantity value={row.tokens} />,
    },
    {
      key: 'cost',
      title: 'Cost, USD',
      align: 'end',
      phone: { line: 1 },
      cell: (row) => <Amount value={row.cost} places={places} />,
    },
  ];
}

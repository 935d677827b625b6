/** What became of the lots that ended in the last 30 days. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreButton } from '../design/more-button';
import { Status } from '../design/status';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Quantity, Time } from '../design/values';
import type { Delivery } from './bodies';
import type { SignedInSeller } from './seller-page';

const REFRESH_MS = 15_000;
const PAGE_SIZE = 50;

export function EndedLots({ seller }: { readonly seller: SignedInSeller }) {
  const ended = useInfiniteQuery({
    queryKey: [SIGNED_IN_SELLER, 'deliveries', 'ended'],
    queryFn: ({ pageParam }) => {
      const paging = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(
        seller.seller.GET('/v1/deliveries', { params: { query: { ended: 'true', ...paging } } }),
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: REFRESH_MS,
  });
  const rows = ended.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Panel title="Ended in the last 30 days" flush>
      {ended.isPending && <Skeleton rows={4} label="Loading the ended lots" />}
      {ended.isError && rows.length === 0 && (
        <ErrorState error={ended.error} onRetry={() => void ended.refetch()} />
      )}
      {ended.data && rows.length === 0 && <EmptyState title="No lot has ended" />}
      {rows.length > 0 && (
        <Table
          caption="Lots that ended in the last 30 days, the newest end first"
          columns={COLUMNS}
          rows={rows}
          keyOf={(row) => row.lot_id}
        />
      )}
      <MoreButton pages={ended} />
    </Panel>
  );
}

const tokens = (key: string, title: string, of: (row: Delivery) => number) =>
  ({
    key,
    title,
    align: 'end',
    cell: (row) => <Quantity value={of(row)} />,
  }) satisfies Column<Delivery>;

function Why({ refund_reason: reason, default_evidence: evidence }: Delivery) {
  if (reason === null) return <Missing />;
  return (
    <div className="wrap">
      {reason}
      {evidence !== null && (
        <details>
          <summary>What was asked, and what was answered</summary>
          <ol className="plain">
            {evidence.attempts.map(({ number, started_at: at, detail, state }) => (
              <li key={number}>
                <Time value={at} />: {detail ?? state}
              </li>
            ))}
            {evidence.failed_probes.toReversed().map(({ probe_id: id, at, detail }) => (
              <li key={id}>
                <Time value={at} />: a probe failed, {detail}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'model',
    title: 'Model',
    isHeading: true,
    phone: { line: 1 },
    cell: (row) => row.instrument,
  },
  {
    key: 'status',
    title: 'Status',
    phone: { line: 1 },
    cell: (row) => <Status value={row.status} />,
  },
  {
    key: 'ended',
    title: 'Ended',
    phone: { line: 2 },
    cell: (row) => <Time value={row.ended_at} show="ago" />,
  },
  { ...tokens('quantity', 'Sold', (row) => row.quantity), phone: { line: 2, unit: 'sold' } },
  tokens('drawn', 'Drawn', (row) => row.drawn_tokens),
  tokens('paid', 'Paid undrawn', (row) => row.paid_tokens),
  tokens('refunded', 'Refunded', (row) => row.refunded_tokens),
  { key: 'why', title: 'Refunded because', phone: { line: 2 }, cell: Why },
  {
    key: 'earned',
    title: 'Earned',
    align: 'end',
    phone: { line: 1 },
    cell: (row) => <Amount value={row.earned} />,
  },
];

/** Standing and score with their history and reasons, and the reports of capacity. */
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Panel, Stat, Stats } from '../design/layout';
import { Plot, type PlotPoint } from '../design/plot';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Time } from '../design/values';
import type { Reputation, SellerAccount } from './bodies';
import { CapacityPanel } from './capacity-panel';
import { SellerPage, type SignedInSeller } from './seller-page';
import { StandingBadge } from './standing-badge';
import { useSellerAccount } from './use-seller-account';

const REFRESH_MS = 15_000;

export function StandingPage() {
  return (
    <SellerPage
      title="Standing"
      lead="The standing decides whether offers are accepted. The score describes: it gives the tier that buyers see."
    >
      {(seller) => (
        <>
          <Standing seller={seller} />
          <Score seller={seller} />
          <CapacityPanel seller={seller} />
        </>
      )}
    </SellerPage>
  );
}

function Standing({ seller }: { readonly seller: SignedInSeller }) {
  const account = useSellerAccount(seller);
  return (
    <Panel
      title="Standing"
      flush
      actions={account.data && <StandingBadge standing={account.data.standing} />}
    >
      {account.isPending && <Skeleton rows={3} label="Loading the standing" />}
      {account.isError && !account.data && (
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      )}
      {account.data && <Changes account={account.data} />}
    </Panel>
  );
}

function Changes({ account }: { readonly account: SellerAccount }) {
  const { suspended_until: until, standing_history: history } = account;
  return (
    <>
      {until !== null && (
        <p className="filters">
          <span>
            The suspension ends <Time value={until} show="ago" />, at <Time value={until} />.
          </span>
        </p>
      )}
      {history.length === 0 ? (
        <EmptyState title="It has never changed">A change appears here with its reason.</EmptyState>
      ) : (
        <Table
          caption="Changes of the standing, newest first"
          columns={CHANGE_COLUMNS}
          rows={history}
          keyOf={(row) => `${row.at} ${row.standing}`}
          maxHeight="22rem"
        />
      )}
    </>
  );
}

const CHANGE_COLUMNS: readonly Column<SellerAccount['standing_history'][number]>[] = [
  {
    key: 'at',
    title: 'Changed',
    isHeading: true,
    phone: { line: 1 },
    cell: ({ at }) => <Time value={at} />,
  },
  {
    key: 'standing',
    title: 'Standing',
    phone: { line: 1 },
    cell: ({ standing }) => <StandingBadge standing={standing} />,
  },
  { key: 'reason', title: 'Reason', phone: { line: 2 }, cell: ({ reason }) => reason },
  { key: 'actor', title: 'By', isMinor: true, cell: ({ actor }) => actor },
];

function Score({ seller }: { readonly seller: SignedInSeller }) {
  const reputation = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'reputation'],
    queryFn: () => answerOf(seller.seller.GET('/v1/reputation')),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel title="Score of the last 30 days">
      {reputation.isPending && <Skeleton rows={4} label="Loading the score" />}
      {reputation.isError && !reputation.data && (
        <ErrorState error={reputation.error} onRetry={() => void reputation.refetch()} />
      )}
      {reputation.data && <Scores reputation={reputation.data} />}
    </Panel>
  );
}

function Scores({ reputation }: { readonly reputation: Reputation }) {
  const { current, history } = reputation;
  if (current === null) {
    return (
      <EmptyState title="No score yet">The first requests that you serve give one.</EmptyState>
    );
  }
  return (
    <div className="stack">
      <Stats>
        <Stat label="Score, of 100">
          <span className="number">{current.score}</span>
        </Stat>
        <Stat label="Requests answered, 50 %">{percent(current.fill_rate)}</Stat>
        <Stat label="Answers in time, 30 %">{percent(current.latency_adherence)}</Stat>
        <Stat label="Sound answers, 20 %">{percent(current.quality_rate)}</Stat>
      </Stats>
      {history.length > 1 && <Plot title="Score" unit="Score" points={pointsOf(history)} />}
      <p className="hint">
        {weakest(current)} Taken <Time value={current.timestamp} show="ago" />.
      </p>
    </div>
  );
}

function pointsOf(history: Reputation['history']): PlotPoint[] {
  return history
    .map(({ timestamp, score }) => ({ label: timeText(timestamp), value: `${score}` }))
    .toReversed();
}

type Snapshot = NonNullable<Reputation['current']>;

/** What costs the score most. */
function weakest({
  fill_rate: fills,
  latency_adherence: latency,
  quality_rate: quality,
}: Snapshot) {
  const costs = [
    { cost: 50 * (1 - fills), text: 'requests that were not answered completely' },
    { cost: 30 * (1 - latency), text: 'answers that came late' },
    { cost: 20 * (1 - quality), text: 'answers that were malformed, broken off or implausible' },
  ].toSorted((one, other) => other.cost - one.cost);
  const [first] = costs;
  if (!first || first.cost === 0) return 'Nothing lowers it.';
  return `Most of what is missing is due to ${first.text}: ${first.cost.toFixed(1)} points.`;
}

function percent(rate: number) {
  return <span className="number">{`${(100 * rate).toFixed(1)} %`}</span>;
}

const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

function timeText(value: string): string {
  return TIMES.format(new Date(value));
}

/** What runs, what hangs, what is halted, and whether the ledger holds. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Badge, Panel, Stat, Stats } from '../design/layout';
import { Time } from '../design/values';
import { Loaded, OperatorPage } from './frame';
import { HaltTable } from './halt-table';
import type { Body } from './schemas';
import { Status } from './status';

const EVERY_MS = 3_000;

export function OverviewPage() {
  return (
    <OperatorPage title="Overview" lead="What runs, what hangs, and what is halted.">
      {(operator) => <Overview operator={operator} />}
    </OperatorPage>
  );
}

function Overview({ operator }: { readonly operator: OperatorClient }) {
  const overview = useQuery({
    queryKey: [SIGNED_IN, 'overview'],
    queryFn: () => answerOf(operator.GET('/admin/v1/overview')),
    refetchInterval: EVERY_MS,
  });
  return (
    <Loaded query={overview} rows={8}>
      {(data) => (
        <>
          <Health overview={data} />
          <div className="columns">
            {data.orders.map((counts) => (
              <OrderCounts key={counts.kind} counts={counts} />
            ))}
          </div>
          <div className="columns">
            <Halts halts={data.halts} books={data.books} />
            <Gateways gateways={data.gateways} />
          </div>
          <WorkflowViews views={data.workflow_views} />
        </>
      )}
    </Loaded>
  );
}

function Health({ overview }: { readonly overview: Body<'Overview'> }) {
  const { ready, checks, warnings, judging, reconciliation, as_of: asOf } = overview;
  const isSound = reconciliation.violations === 0 && reconciliation.unchecked === 0;
  return (
    <Panel
      title="Health"
      actions={
        <span className="small faint">
          <Time value={asOf} show="time" />
        </span>
      }
    >
      <Stats>
        <Stat label="This gateway">
          <Badge tone={ready ? 'good' : 'bad'}>{ready ? 'ready' : 'not ready'}</Badge>
        </Stat>
        {Object.entries(checks).map(([part, state]) => (
          <Stat key={part} label={part}>
            <Badge tone={state === 'ok' ? 'good' : 'bad'}>{state}</Badge>
          </Stat>
        ))}
        <Stat label="Judging of sellers">
          <Badge tone={judging === 'active' ? 'good' : 'warn'}>{judging}</Badge>
        </Stat>
        <Stat label="Invariants">
          <Link href="/reconciliation">
            {reconciliation.as_of === null ? (
              'not checked yet'
            ) : (
              <Badge tone={isSound ? 'good' : 'bad'}>
                {isSound ? 'hold' : `${reconciliation.violations} violations`}
              </Badge>
            )}
          </Link>
        </Stat>
        <Stat label="Checked">
          <Time value={reconciliation.as_of} show="ago" />
        </Stat>
        <MaintenanceStats maintenance={overview.maintenance} />
      </Stats>
      {warnings.map((warning) => (
        <p key={warning}>
          <Badge tone="bad">{warning}</Badge>
        </p>
      ))}
    </Panel>
  );
}

function WorkflowViews({ views }: { readonly views: Body<'Overview'>['workflow_views'] }) {
  return (
    <Panel title="Workflows in Temporal">
      <ul className="plain stack-s">
        {views.map(({ title, query, url }) => (
          <li key={title}>
            <a href={url} target="_blank" rel="noreferrer" title={query}>
              {title} ↗
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** It runs every 30 seconds. */
const MAINTENANCE_LATE_MS = 180_000;

function MaintenanceStats({
  maintenance,
}: {
  readonly maintenance: Body<'Overview'>['maintenance'];
}) {
  const { last_run_at: ranAt, lots_overdue: overdue } = maintenance;
  const isLate = ranAt !== null && Date.now() - Date.parse(ranAt) > MAINTENANCE_LATE_MS;
  const counts = [
    ['Workflows missing', maintenance.workflows_missing],
    ['Workflows failing', maintenance.workflows_failing],
    ['Lots overdue', overdue],
  ] as const;
  return (
    <>
      <Stat label="Maintenance ran">
        <Badge tone={isLate ? 'bad' : 'good'}>
          <Time value={ranAt} show="ago" />
        </Badge>
      </Stat>
      {counts.map(([label, count]) => (
        <Stat key={label} label={label}>
          <Badge tone={count === 0 ? 'good' : 'bad'}>{count ?? 'not known'}</Badge>
        </Stat>
      ))}
    </>
  );
}

const AGES = {
  under_10s: 'under 10 s',
  under_1m: 'under 1 min',
  under_10m: 'under 10 min',
  older: 'older',
} as const;

/** A chat ends within minutes. A contract order may rest for weeks, so its age says nothing. */
function hangs(kind: string, age: string, count: number): boolean {
  return kind === 'chat' && age === 'older' && count > 0;
}

function OrderCounts({ counts }: { readonly counts: Body<'OrderCounts'> }) {
  const { kind, open_by_age: open, oldest_open_at: oldestAt, recent } = counts;
  return (
    <Panel
      title={kind === 'chat' ? 'Chat requests' : 'Contract orders'}
      actions={<Link href="/orders?status=open">Open orders</Link>}
    >
      <div className="stack">
        <h3>Open, by age</h3>
        <dl className="ages">
          {open.map(({ age, count }) => (
            <div key={age} data-hangs={hangs(kind, age, count) || undefined}>
              <dt>{AGES[age]}</dt>
              <dd className="number">{count}</dd>
            </div>
          ))}
        </dl>
        <p className="small soft">
          {oldestAt === null ? (
            'None is open.'
          ) : (
            <>
              The oldest was received <Time value={oldestAt} show="ago" />.
            </>
          )}
        </p>
        <h3>Last 15 minutes</h3>
        <div className="cluster">
          {recent.length === 0 && <span className="soft">No orders.</span>}
          {recent.map(({ status, count }) => (
            <span key={status} className="cluster">
              <Status of={status} />
              <span className="number">{count}</span>
            </span>
          ))}
        </div>
      </div>
    </Panel>
  );
}

function Halts({ halts, books }: { halts: readonly Body<'Book'>[]; books: number }) {
  return (
    <Panel
      title="Halted books"
      actions={<Link href="/halts">{books === 1 ? '1 book' : `${books} books`}</Link>}
      flush
    >
      {halts.length === 0 ? (
        <p className="panel-note soft">No book is halted.</p>
      ) : (
        <HaltTable books={halts} />
      )}
    </Panel>
  );
}

function Gateways({ gateways }: { readonly gateways: readonly Body<'GatewayState'>[] }) {
  return (
    <Panel title="Gateways">
      <ul className="plain stack-s">
        {gateways.map(({ gateway_id: id, unrecorded_since: since }) => (
          <li key={id} className="cluster">
            <code>{id}</code>
            {since === null ? (
              <Badge tone="good">every order has its workflow</Badge>
            ) : (
              <Badge tone="warn">
                orders wait for their workflow <Time value={since} show="ago" />
              </Badge>
            )}
          </li>
        ))}
        {gateways.length === 0 && <li className="soft">None is registered.</li>}
      </ul>
    </Panel>
  );
}

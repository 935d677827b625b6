/** What a seller owes and is owed, its standing with its history, and its defaults. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Badge, Panel, Stat, Stats } from '../design/layout';
import { Amount, Missing, Quantity, Time } from '../design/values';
import { CapacityTable } from '../seller/capacity-table';
import { LotTable } from './fill-table';
import { Fact, Facts, Loaded, OperatorPage } from './frame';
import { Names, ShortId } from './names';
import { LeftOwed } from './left-owed';
import type { Body } from './schemas';
import { RefundTable } from './refund-table';
import { StandingButton, isEnd } from './standing-dialog';
import { Status } from './status';
import { StatementTable } from './statement-table';
import { Table } from '../design/table';

type Seller = Body<'SellerDetails'>;

export function SellerPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <OperatorPage title="Seller" lead={<code>{id}</code>}>
      {(operator) => <SellerDetails operator={operator} id={id} />}
    </OperatorPage>
  );
}

function SellerDetails({ operator, id }: { operator: OperatorClient; id: string }) {
  const seller = useQuery({
    queryKey: [SIGNED_IN, 'seller', id],
    queryFn: () => answerOf(operator.GET('/admin/v1/sellers/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <Loaded query={seller} rows={10}>
        {(data) => (
          <>
            <Summary operator={operator} seller={data} />
            {isEnd(data.standing) && (
              <Panel title={`${data.standing}: what remains`}>
                <LeftOwed seller={data} />
              </Panel>
            )}
            <Panel title="What it owes" flush>
              <Names value={{ [id]: data.name }}>
                <LotTable lots={data.open_lots} operator={operator} />
              </Names>
            </Panel>
            {data.capacity_reports.length > 0 && (
              <Panel title="What it reports that it can serve" flush>
                <CapacityTable reports={data.capacity_reports} />
              </Panel>
            )}
            <div className="columns">
              <Standings history={data.standing_history} />
              <Changes changes={data.changes} />
            </div>
          </>
        )}
      </Loaded>
      <Panel title="Refunds" flush>
        <RefundTable operator={operator} id={id} />
      </Panel>
      <Panel title="Statement" flush>
        <StatementTable
          name={['seller statement', id]}
          load={(query) =>
            answerOf(
              operator.GET('/admin/v1/sellers/{id}/statement', { params: { path: { id }, query } }),
            )
          }
        />
      </Panel>
    </>
  );
}

function Summary({ operator, seller }: { operator: OperatorClient; seller: Seller }) {
  const { seller_id: id, payable, obligations, health, standing } = seller;
  return (
    <Panel
      title={seller.name}
      actions={
        <>
          <Link href={`/orders?seller=${id}`}>Orders</Link>
          <Link href={`/ledger?account=seller:${id}`}>Journals</Link>
          <Link href={`/audit?target=${id}`}>Audit</Link>
          <StandingButton operator={operator} seller={seller} />
        </>
      }
    >
      <div className="stack">
        <Stats>
          <Stat label="Standing">
            <Status of={standing} />
          </Stat>
          <Stat label="Owes, tokens">
            <Quantity value={obligations.tokens} />
          </Stat>
          <Stat label="Under way, tokens">
            <Quantity value={obligations.reserved_tokens} />
          </Stat>
          <Stat label="Owes, open lots">
            <span className="number">{obligations.lots}</span>
          </Stat>
          <Stat label="Is owed">
            <Amount value={payable} />
          </Stat>
          <Stat label="Endpoint">
            {health === null ? <Missing>not checked yet</Missing> : <Status of={health.status} />}
          </Stat>
        </Stats>
        <Facts>
          <Fact label="Address">
            <code>{seller.endpoint_url}</code>
            {seller.endpoint_verified ? ', verified' : ', not verified'}
          </Fact>
          <Fact label="Instruments">{seller.supported_models.join(', ')}</Fact>
          <Fact label="Regions">
            {seller.regions.length === 0 ? <Missing /> : seller.regions.join(', ')}
          </Fact>
          <Fact label="Owner">{seller.owner ?? <Missing />}</Fact>
          <Fact label="Suspended until">
            <Time value={seller.suspended_until} />
          </Fact>
          <Fact label="Registered">
            <Time value={seller.registered_at} />
          </Fact>
          {health && (
            <Fact label="Last health check">
              <Time value={health.checked_at} show="ago" />, {health.latency_ms} ms
              {health.detail !== null && `, ${health.detail}`}
            </Fact>
          )}
        </Facts>
      </div>
    </Panel>
  );
}

function Standings({ history }: { readonly history: Seller['standing_history'] }) {
  return (
    <Panel title="Standing, with its reasons" flush>
      {history.length === 0 ? (
        <p className="panel-note soft">Active since its registration.</p>
      ) : (
        <Table
          caption="Changes of the standing"
          columns={[
            { key: 'at', title: 'Time', cell: ({ at }) => <Time value={at} /> },
            {
              key: 'standing',
              title: 'Standing',
              isHeading: true,
              cell: ({ standing }) => (standing === null ? <Missing /> : <Status of={standing} />),
            },
            {
              key: 'why',
              title: 'Why',
              cell: ({ reason }) => <div className="wrap">{reason}</div>,
            },
            { key: 'by', title: 'By', cell: ({ actor }) => actor },
            {
              key: 'causes',
              title: 'Because of',
              cell: ({ causes, actor }) => <Causes ids={causes} areFills={actor !== 'operator'} />,
            },
          ]}
          rows={history.toReversed()}
          keyOf={({ at, reason }) => `${at} ${reason}`}
        />
      )}
    </Panel>
  );
}

const CAUSES_SHOWN = 3;
const UUID = /^[0-9a-f-]{36}$/;

interface CausesProps {
  readonly ids: readonly string[];
  /** Otherwise the operator's request. */
  readonly areFills: boolean;
}

/** Fills lead to their order: there stands why a buyer got its money back. */
function Causes({ ids, areFills }: CausesProps) {
  if (ids.length === 0) return <Missing />;
  const more = ids.length - CAUSES_SHOWN;
  return (
    <ul className="plain">
      {ids.slice(0, CAUSES_SHOWN).map((id) => (
        <li key={id}>
          {areFills && UUID.test(id) ? (
            <Link href={`/orders/${id}`}>
              <ShortId id={id} />
            </Link>
          ) : (
            <code>{id}</code>
          )}
        </li>
      ))}
      {more > 0 && <li className="faint">and {more} more</li>}
    </ul>
  );
}

function Changes({ changes }: { readonly changes: Seller['changes'] }) {
  return (
    <Panel title="Changes of the record" flush>
      <Table
        caption="Changes of the record"
        columns={[
          { key: 'at', title: 'Time', cell: ({ at }) => <Time value={at} /> },
          {
            key: 'kind',
            title: 'Change',
            isHeading: true,
            cell: ({ kind }) => <Badge>{kind.replace('_', ' ')}</Badge>,
          },
          { key: 'why', title: 'Why', cell: ({ reason }) => <div className="wrap">{reason}</div> },
          { key: 'by', title: 'By', cell: ({ actor }) => actor },
        ]}
        rows={changes.toReversed()}
        keyOf={({ at, kind, reason }) => `${at} ${kind} ${reason}`}
      />
    </Panel>
  );
}

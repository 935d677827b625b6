/** Sellers by name or id, with their standing. */
import { Link, useLocation } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { Field } from '../design/controls';
import { Panel } from '../design/layout';
import type { Column } from '../design/table';
import { Missing, Time } from '../design/values';
import { useFilters } from '../shell/use-address';
import { OperatorPage, PagedTable } from './frame';
import { ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';

type Seller = Body<'SellerSummary'>;

export function SellersPage() {
  return (
    <OperatorPage title="Sellers" lead="Who sells, in which standing.">
      {(operator) => <Sellers operator={operator} />}
    </OperatorPage>
  );
}

function Sellers({ operator }: { readonly operator: OperatorClient }) {
  const [{ text }, setFilters] = useFilters({ text: 'text' });
  const [, navigate] = useLocation();
  const q = text.trim();
  const query = q === '' ? {} : { q };
  return (
    <Panel title="Sellers" flush>
      <div className="panel-tools filters">
        <div className="wide">
          <Field
            label="Name or id"
            type="search"
            value={text}
            onChange={(event) => setFilters({ text: event.target.value })}
          />
        </div>
      </div>
      <PagedTable
        name={['sellers', query]}
        load={(page) =>
          answerOf(operator.GET('/admin/v1/sellers', { params: { query: { ...query, ...page } } }))
        }
        rowsOf={({ sellers }): readonly Seller[] => sellers}
        caption="Sellers"
        columns={COLUMNS}
        keyOf={({ seller_id: id }) => id}
        onOpen={({ seller_id: id }) => navigate(`/sellers/${id}`)}
        empty="No seller has this name."
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Seller>[] = [
  {
    key: 'name',
    title: 'Seller',
    isHeading: true,
    cell: ({ seller_id: id, name }) => <Link href={`/sellers/${id}`}>{name}</Link>,
  },
  { key: 'id', title: 'Id', cell: ({ seller_id: id }) => <ShortId id={id} /> },
  { key: 'standing', title: 'Standing', cell: ({ standing }) => <Status of={standing} /> },
  {
    key: 'until',
    title: 'Suspended until',
    cell: ({ suspended_until: until }) => <Time value={until} />,
  },
  { key: 'models', title: 'Instruments', cell: (seller) => <Names of={seller.supported_models} /> },
  { key: 'regions', title: 'Regions', cell: (seller) => <Names of={seller.regions} /> },
  { key: 'url', title: 'Endpoint', cell: ({ endpoint_url: url }) => <code>{url}</code> },
  { key: 'since', title: 'Since', cell: ({ registered_at: at }) => <Time value={at} show="day" /> },
];

const SHOWN = 2;

function Names({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return <Missing />;
  const more = of.length - SHOWN;
  return (
    <span title={of.join(', ')}>
      {of.slice(0, SHOWN).join(', ')}
      {more > 0 && <span className="faint"> and {more} more</span>}
    </span>
  );
}

/** Orders of all accounts: what hangs, and what became of the others. */
import { Link, useLocation } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { Field, Segments, Select } from '../design/controls';
import { Panel } from '../design/layout';
import type { Column } from '../design/table';
import { Missing, Price, Quantity, Time } from '../design/values';
import type { FiltersOf } from '../shell/address';
import { useFilters } from '../shell/use-address';
import { OperatorPage, PagedTable } from './frame';
import { AccountLink, ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';

type Row = Body<'OrderRow'>;
const STATUSES = ['open', 'filled', 'refused', 'cancelled', 'expired', 'rejected'] as const;
const FILTERS = {
  status: [
    { value: '', label: 'any' },
    ...STATUSES.map((status) => ({ value: status, label: status })),
  ],
  kind: [
    { value: '', label: 'both' },
    { value: 'chat', label: 'chat requests' },
    { value: 'capacity', label: 'contract orders' },
  ],
  age: [
    { value: '', label: 'any age' },
    { value: '10', label: 'over 10 s' },
    { value: '60', label: 'over 1 min' },
    { value: '600', label: 'over 10 min' },
    { value: '3600', label: 'over 1 h' },
    { value: '86400', label: 'over 1 day' },
  ],
  account: 'text',
  seller: 'text',
  model: 'text',
  sort: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
} as const;

type Filters = FiltersOf<typeof FILTERS>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function OrdersPage() {
  return (
    <OperatorPage
      title="Orders"
      lead={
        <>
          Chat requests and contract orders of all accounts.{' '}
          <Link href="/orders/refusals">Refusals by code</Link>
        </>
      }
    >
      {(operator) => <Orders operator={operator} />}
    </OperatorPage>
  );
}

function Orders({ operator }: { readonly operator: OperatorClient }) {
  const [filters, setFilters] = useFilters(FILTERS);
  const [, navigate] = useLocation();
  const query = queryOf(filters);
  return (
    <Panel
      title="Orders"
      flush
      actions={
        <Segments
          label="Sorting"
          value={filters.sort}
          options={FILTERS.sort}
          onChange={(sort) => setFilters({ sort })}
        />
      }
    >
      <FilterFields filters={filters} onChange={setFilters} />
      <PagedTable
        name={['orders', query]}
        load={(page) =>
          answerOf(operator.GET('/admin/v1/orders', { params: { query: { ...query, ...page } } }))
        }
        rowsOf={({ orders }) => orders}
        caption="Orders"
        columns={COLUMNS}
        keyOf={({ order_id: id }) => id}
        onOpen={({ order_id: id }) => navigate(`/orders/${id}`)}
        empty="No order has these properties."
      />
    </Panel>
  );
}

interface FieldsProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

function FilterFields({ filters, onChange }: FieldsProps) {
  const text = (name: 'account' | 'seller' | 'model', label: string) => (
    <Field
      label={label}
      type="search"
      value={filters[name]}
      error={isIncomplete(name, filters[name]) ? 'A whole id.' : null}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <div className="panel-tools filters">
      <Select
        label="State"
        value={filters.status}
        options={FILTERS.status}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label="Kind"
        value={filters.kind}
        options={FILTERS.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        label="Age"
        value={filters.age}
        options={FILTERS.age}
        onChange={(age) => onChange({ age })}
      />
      {text('model', 'Instrument')}
      {text('account', 'Account')}
      {text('seller', 'Seller')}
    </div>
  );
}

function isIncomplete(name: string, value: string): boolean {
  const given = value.trim();
  return name !== 'model' && given !== '' && !UUID.test(given);
}

/** A half-typed id asks for nothing yet. */
function queryOf({ status, kind, age, account, seller, model, sort }: Filters) {
  const [accountId, sellerId, modelId] = [account.trim(), seller.trim(), model.trim()];
  return {
    sort,
    ...(status === '' ? {} : { status }),
    ...(kind === '' ? {} : { kind }),
    ...(age === '' ? {} : { older_than: Number.parseInt(age, 10) }),
    ...(UUID.test(accountId) ? { account_id: accountId } : {}),
    ...(UUID.test(sellerId) ? { seller_id: sellerId } : {}),
    ...(modelId === '' ? {} : { model_id: modelId }),
  };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'id',
    title: 'Order',
    isHeading: true,
    cell: ({ order_id: id }) => (
      <Link href={`/orders/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  { key: 'kind', title: 'Kind', cell: ({ kind }) => (kind === 'chat' ? 'chat' : 'contract') },
  { key: 'status', title: 'State', cell: ({ status }) => <Status of={status} /> },
  { key: 'age', title: 'Received', cell: ({ created_at: at }) => <Time value={at} show="ago" /> },
  { key: 'model', title: 'Instrument', cell: ({ model_id: id }) => id },
  {
    key: 'quantity',
    title: 'Tokens',
    align: 'end',
    cell: ({ quantity }) => <Quantity value={quantity} />,
  },
  {
    key: 'limit',
    title: 'Limit $/M',
    align: 'end',
    cell: ({ limit_price: price }) => <Price perThousand={price} />,
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => (reason === null ? <Missing /> : <span className="wrap">{reason}</span>),
  },
  {
    key: 'account',
    title: 'Account',
    cell: ({ account_id: id }) => <AccountLink id={id} />,
  },
  {
    key: 'workflow',
    title: 'Workflow',
    cell: ({ workflow_url: url }) => <WorkflowLink url={url} />,
  },
];

export function WorkflowLink({ url }: { readonly url: string | null }) {
  if (url === null) return <Missing />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Temporal ↗
    </a>
  );
}

/** Journals of the ledger by account, order, kind, period and amount. */
import { Link } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { isDecimal } from '../client/decimal';
import { Field, Select } from '../design/controls';
import { Panel } from '../design/layout';
import type { FiltersOf } from '../shell/address';
import { useFilters } from '../shell/use-address';
import { OperatorPage, PagedTable } from './frame';
import { JOURNAL_COLUMNS, type Journal, ORDER_COLUMN } from './journal-table';
import type { Body } from './schemas';

type Kind = Body<'Journal'>['kind'];

const KINDS: readonly Kind[] = [
  'deposit',
  'hold',
  'capture',
  'release',
  'payout',
  'escrow',
  'draw',
  'window_end',
  'refund',
  'correction',
];
const ACCOUNT =
  /^(?:(?:buyer|seller):[0-9a-f-]{36}|platform:(?:cash|fees|clearing|escrow|corrections))$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FILTERS = {
  account: 'text',
  order: 'text',
  kind: ['', ...KINDS].map((kind) => ({
    value: kind,
    label: kind === '' ? 'all' : kind.replace('_', ' '),
  })),
  from: 'time',
  to: 'time',
  least: 'text',
  most: 'text',
} as const;

type Filters = FiltersOf<typeof FILTERS>;

export function LedgerPage() {
  return (
    <OperatorPage
      title="Ledger"
      lead={
        <>
          Every movement of money, with its debits and credits.{' '}
          <Link href="/ledger/days">Money by day</Link>
        </>
      }
    >
      {(operator) => <Journals operator={operator} />}
    </OperatorPage>
  );
}

function Journals({ operator }: { readonly operator: OperatorClient }) {
  const [filters, setFilters] = useFilters(FILTERS);
  const query = queryOf(filters);
  return (
    <Panel title="Journals" flush>
      <FilterFields filters={filters} onChange={setFilters} />
      <PagedTable
        name={['journals', query]}
        load={(page) =>
          answerOf(operator.GET('/admin/v1/journals', { params: { query: { ...query, ...page } } }))
        }
        rowsOf={({ journals }): readonly Journal[] => journals}
        caption="Journals"
        columns={[...JOURNAL_COLUMNS, ORDER_COLUMN]}
        keyOf={({ journal_id: id }) => id}
        empty="No journal has these properties."
      />
    </Panel>
  );
}

interface FieldsProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

function FilterFields({ filters, onChange }: FieldsProps) {
  const set = (name: keyof Filters) => ({
    value: filters[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="panel-tools filters">
      <div className="wide">
        <Field
          label="Account"
          type="search"
          placeholder="buyer:<id>, seller:<id>, platform:fees"
          error={isWrong(filters.account, ACCOUNT) ? 'buyer:<id>, seller:<id>, platform:…' : null}
          {...set('account')}
        />
      </div>
      <Field
        label="Order"
        type="search"
        error={isWrong(filters.order, UUID) ? 'A whole id.' : null}
        {...set('order')}
      />
      <Select
        label="Kind"
        value={filters.kind}
        options={FILTERS.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Field label="From" type="datetime-local" {...set('from')} />
      <Field label="To" type="datetime-local" {...set('to')} />
      <Field label="At least, USD" inputMode="decimal" {...set('least')} />
      <Field label="At most, USD" inputMode="decimal" {...set('most')} />
    </div>
  );
}

function isWrong(value: string, pattern: RegExp): boolean {
  return value.trim() !== '' && !pattern.test(value.trim());
}

/** What is typed half-way asks for nothing yet. */
function queryOf({ account, order, kind, from, to, least, most }: Filters) {
  return {
    ...(ACCOUNT.test(account.trim()) ? { account: account.trim() } : {}),
    ...(UUID.test(order.trim()) ? { order_id: order.trim() } : {}),
    ...(kind === '' ? {} : { kind: kind as Kind }),
    ...(from === '' ? {} : { from: new Date(from).toISOString() }),
    ...(to === '' ? {} : { to: new Date(to).toISOString() }),
    ...(isAmount(least) ? { amount_min: least.trim() } : {}),
    ...(isAmount(most) ? { amount_max: most.trim() } : {}),
  };
}

function isAmount(text: string): boolean {
  return isDecimal(text.trim()) && /[1-9]/.test(text) && !text.trim().startsWith('-');
}

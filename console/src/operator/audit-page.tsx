/** Who changed what, why, and how it ended. */
import { type OperatorClient, answerOf } from '../client/clients';
import { isDecimal } from '../client/decimal';
import { Field, Select } from '../design/controls';
import { Panel } from '../design/layout';
import type { Column } from '../design/table';
import { Missing, Time, priceText } from '../design/values';
import { useFilters } from '../shell/use-address';
import { OperatorPage, PagedTable } from './frame';
import { Name, ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';

type Action = Body<'OperatorAction'>;

const FILTERS = {
  target: 'text',
  action: [
    '',
    'updateBook',
    'updateBooks',
    'updateInstrument',
    'createAccount',
    'updateAccount',
    'depositToAccount',
    'correctAccount',
    'createKey',
    'rotateKey',
    'revokeKey',
    'updateSeller',
    'payOutSeller',
    'runReconciliation',
  ].map((action) => ({ value: action, label: action === '' ? 'all' : action })),
} as const;

export function AuditPage() {
  return (
    <OperatorPage title="Audit" lead="Every change on the operator's port, newest first.">
      {(operator) => <Actions operator={operator} />}
    </OperatorPage>
  );
}

function Actions({ operator }: { readonly operator: OperatorClient }) {
  const [{ target, action }, setFilters] = useFilters(FILTERS);
  const asked = target.trim();
  const filters = {
    ...(asked === '' ? {} : { target: asked }),
    ...(action === '' ? {} : { action }),
  };
  return (
    <Panel title="Actions" flush>
      <div className="panel-tools filters">
        <div className="wide">
          <Field
            label="Target"
            hint="The id of an account or a seller, or an instrument."
            type="search"
            value={target}
            onChange={(event) => setFilters({ target: event.target.value })}
          />
        </div>
        <Select
          label="Action"
          hint="All, or one kind of change."
          value={action}
          options={FILTERS.action}
          onChange={(chosen) => setFilters({ action: chosen })}
        />
      </div>
      <PagedTable
        name={['audit', filters]}
        load={(page) =>
          answerOf(operator.GET('/admin/v1/audit', { params: { query: { ...filters, ...page } } }))
        }
        rowsOf={({ actions }) => actions}
        caption="Actions of operators"
        columns={COLUMNS}
        keyOf={({ action_id: id }) => id}
        empty="No change was asked for."
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Action>[] = [
  { key: 'at', title: 'Time', cell: ({ at }) => <Time value={at} /> },
  { key: 'action', title: 'Action', isHeading: true, cell: ({ action }) => action },
  { key: 'target', title: 'Target', cell: ({ target }) => <Target of={target} /> },
  { key: 'outcome', title: 'Outcome', cell: Outcome },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => <Text of={reason} /> },
  { key: 'details', title: 'Details', cell: ({ details }) => <Text of={detailText(details)} /> },
  { key: 'actor', title: 'By', cell: ({ actor }) => <code>{actor}</code> },
  { key: 'address', title: 'Address', cell: ({ address }) => <Text of={address} /> },
  { key: 'request', title: 'Request', cell: ({ request_id: id }) => <ShortId id={id} /> },
];

function Outcome({ outcome, code }: Action) {
  return (
    <span className="cluster">
      <Status of={outcome} />
      {code !== null && <code>{code}</code>}
    </span>
  );
}

function Target({ of }: { readonly of: string | null }) {
  if (of === null) return <Missing />;
  return of.length === 36 ? <Name id={of} /> : <code>{of}</code>;
}

function Text({ of }: { readonly of: string | null }) {
  return of === null || of === '' ? <Missing /> : <div className="wrap">{of}</div>;
}

/** Recorded as they were sent: per 1,000 tokens. */
const PRICES = new Set(['max_price', 'price_ceiling']);

function detailText(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${name} ${PRICES.has(name) && isDecimal(value) ? `${priceText(value)} $/M` : value}`,
    )
    .join(', ');
}

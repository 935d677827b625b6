/** Buyers' accounts by name or id. */
import { Link, useLocation } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { Field } from '../design/controls';
import { Panel } from '../design/layout';
import type { Column } from '../design/table';
import { Missing, Price, Time } from '../design/values';
import { useFilters } from '../shell/use-address';
import { OperatorPage, PagedTable } from './frame';
import type { Body } from './schemas';

type Account = Body<'Account'>;

export function AccountsPage() {
  return (
    <OperatorPage title="Accounts" lead="Buyers and their money.">
      {(operator) => <Accounts operator={operator} />}
    </OperatorPage>
  );
}

function Accounts({ operator }: { readonly operator: OperatorClient }) {
  const [{ text }, setFilters] = useFilters({ text: 'text' });
  const [, navigate] = useLocation();
  const q = text.trim();
  const query = q === '' ? {} : { q };
  return (
    <Panel title="Accounts" flush>
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
        name={['accounts', query]}
        load={(page) =>
          answerOf(operator.GET('/admin/v1/accounts', { params: { query: { ...query, ...page } } }))
        }
        rowsOf={({ accounts }): readonly Account[] => accounts}
        caption="Accounts"
        columns={COLUMNS}
        keyOf={({ account_id: id }) => id}
        onOpen={({ account_id: id }) => navigate(`/accounts/${id}`)}
        empty="No account has this name."
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<Account>[] = [
  {
    key: 'name',
    title: 'Account',
    isHeading: true,
    cell: ({ account_id: id, name }) => <Link href={`/accounts/${id}`}>{name}</Link>,
  },
  { key: 'id', title: 'Id', cell: ({ account_id: id }) => <code>{id}</code> },
  { key: 'owner', title: 'Owner', cell: ({ owner }) => owner ?? <Missing /> },
  {
    key: 'ceiling',
    title: 'Price ceiling $/M',
    align: 'end',
    cell: ({ price_ceiling: price }) => <Price perThousand={price} />,
  },
  { key: 'opened', title: 'Opened', cell: ({ created_at: at }) => <Time value={at} /> },
];

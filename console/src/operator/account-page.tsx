/** One account: its money, its keys, its statement, and a deposit. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Badge, Panel, Stat, Stats } from '../design/layout';
import { Amount, Missing, Price, Time } from '../design/values';
import { DepositButton } from './deposit-dialog';
import { Fact, Facts, Loaded, OperatorPage } from './frame';
import { ShortId } from './names';
import type { Body } from './schemas';
import { StatementTable } from './statement-table';
import { Table } from '../design/table';

type Account = Body<'AccountDetails'>;

export function AccountPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <OperatorPage title="Account" lead={<code>{id}</code>}>
      {(operator) => <AccountDetails operator={operator} id={id} />}
    </OperatorPage>
  );
}

function AccountDetails({ operator, id }: { operator: OperatorClient; id: string }) {
  const account = useQuery({
    queryKey: [SIGNED_IN, 'account', id],
    queryFn: () => answerOf(operator.GET('/admin/v1/accounts/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <Loaded query={account} rows={8}>
        {(data) => (
          <>
            <Summary operator={operator} account={data} />
            <Keys keys={data.keys} />
          </>
        )}
      </Loaded>
      <Panel title="Statement" flush>
        <StatementTable
          name={['account statement', id]}
          load={(query) =>
            answerOf(
              operator.GET('/admin/v1/accounts/{id}/statement', {
                params: { path: { id }, query },
              }),
            )
          }
        />
      </Panel>
    </>
  );
}

function Summary({ operator, account }: { operator: OperatorClient; account: Account }) {
  const { account_id: id } = account;
  return (
    <Panel
      title={account.name}
      actions={
        <>
          <Link href={`/orders?account=${id}`}>Orders</Link>
          <Link href={`/ledger?account=buyer:${id}`}>Journals</Link>
          <Link href={`/ledger?account=buyer:${id}&kind=refund`}>Refunds</Link>
          <Link href={`/audit?target=${id}`}>Audit</Link>
          <DepositButton operator={operator} account={account} />
        </>
      }
    >
      <div className="stack">
        <Stats>
          <Stat label="Balance">
            <Amount value={account.balance} />
          </Stat>
          <Stat label="Reserved">
            <Amount value={account.reserved} />
          </Stat>
          <Stat label="Available">
            <Amount value={account.available} />
          </Stat>
        </Stats>
        <Facts>
          <Fact label="Owner">{account.owner ?? <Missing />}</Fact>
          <Fact label="Price ceiling">
            <Price perThousand={account.price_ceiling} withUnit />
          </Fact>
          <Fact label="Opened">
            <Time value={account.created_at} />
          </Fact>
        </Facts>
      </div>
    </Panel>
  );
}

function Keys({ keys }: { readonly keys: Account['keys'] }) {
  return (
    <Panel title="Keys" flush>
      {keys.length === 0 ? (
        <p className="panel-note soft">No key was issued.</p>
      ) : (
        <Table
          caption="Keys"
          columns={[
            {
              key: 'id',
              title: 'Key',
              isHeading: true,
              cell: ({ key_id: id }) => <ShortId id={id} />,
            },
            { key: 'label', title: 'Label', cell: ({ label }) => label ?? <Missing /> },
            { key: 'at', title: 'Issued', cell: ({ created_at: at }) => <Time value={at} /> },
            {
              key: 'state',
              title: 'State',
              cell: ({ revoked_at: at }) =>
                at === null ? (
                  <Badge tone="good">valid</Badge>
                ) : (
                  <Badge>
                    revoked <Time value={at} show="ago" />
                  </Badge>
                ),
            },
          ]}
          rows={keys}
          keyOf={({ key_id: id }) => id}
        />
      )}
    </Panel>
  );
}

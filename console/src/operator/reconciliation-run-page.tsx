/** One past check of the invariants, with the records that it found. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Panel } from '../design/layout';
import { Loaded, OperatorPage } from './frame';
import { InvariantTable } from './invariant-table';
import { Result } from './reconciliation-page';

export function ReconciliationRunPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <OperatorPage title="Past check" lead={<code>{id}</code>}>
      {(operator) => <Run operator={operator} id={id} />}
    </OperatorPage>
  );
}

function Run({ operator, id }: { readonly operator: OperatorClient; readonly id: string }) {
  const run = useQuery({
    queryKey: [SIGNED_IN, 'reconciliation run', id],
    queryFn: () =>
      answerOf(operator.GET('/admin/v1/reconciliation/runs/{id}', { params: { path: { id } } })),
  });
  return (
    <Panel title="Result" flush>
      <Loaded query={run}>
        {(status) => (
          <>
            <Result status={status} />
            <InvariantTable invariants={status.invariants} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The checks of an endpoint that is registered, whenever somebody asks for them. */
import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { Button } from '../design/controls';
import { Panel } from '../design/layout';
import { ErrorNotice } from '../design/states';
import type { SellerAccount } from './bodies';
import { CheckList } from './check-list';
import type { SignedInSeller } from './seller-page';

interface CheckPanelProps {
  readonly seller: SignedInSeller;
  readonly models: SellerAccount['models'];
}

export function CheckPanel({ seller, models }: CheckPanelProps) {
  const model = models[0]?.name ?? '';
  const check = useMutation({
    mutationFn: () => {
      const body = { endpoint_url: seller.profile.endpoint_url, model };
      return answerOf(seller.seller.POST('/v1/register/check', { body }));
    },
  });
  return (
    <Panel
      title="Endpoint"
      actions={
        <Button disabled={check.isPending || model === ''} onClick={() => check.mutate()}>
          {check.isPending ? 'Checking' : 'Check it now'}
        </Button>
      }
    >
      {check.isError && <ErrorNotice error={check.error} />}
      {check.data ? (
        <CheckList checks={check.data.checks} />
      ) : (
        <p className="hint">
          Four small requests for {model}, which are not paid for, show whether it still does what
          the exchange needs.
        </p>
      )}
    </Panel>
  );
}

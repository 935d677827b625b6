/** Registration: the endpoint is checked first, and the key is shown once. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { answerOf, sellerClient } from '../client/clients';
import { useCredential } from '../client/credential';
import { Button } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorNotice } from '../design/states';
import type { EndpointCheck, Registered } from './bodies';
import { CheckList } from './check-list';
import { EMPTY_DRAFT, EndpointFields, type EndpointDraft } from './endpoint-fields';
import { KeyOnce } from '../design/key-once';
import { modelsOf, namedModels } from './models';
import { newSellerKey } from './seller-key';
import { SellerFrame } from './seller-page';

export function RegisterPage() {
  const [registered, setRegistered] = useState<Registered | null>(null);
  return (
    <SellerFrame
      title="Register"
      lead="An endpoint that speaks the OpenAI API becomes a seller. It needs no account and no approval."
    >
      {registered ? <Done seller={registered} /> : <Registration onDone={setRegistered} />}
    </SellerFrame>
  );
}

function Registration({ onDone }: { readonly onDone: (seller: Registered) => void }) {
  const [draft, setDraft] = useState<EndpointDraft>(EMPTY_DRAFT);
  // The same for each try: after a lost answer, the second one finds the seller registered with it.
  const [key] = useState(newSellerKey);
  const { signIn } = useCredential('seller');
  const models = modelsOf(draft.models);
  const check = useMutation({
    mutationFn: () => {
      const [first] = namedModels(draft.models);
      const model = first?.upstreamModel ?? first?.model ?? '';
      const body = { endpoint_url: draft.endpointUrl.trim(), model };
      return answerOf(sellerClient().POST('/v1/register/check', { body }));
    },
  });
  const register = useMutation({
    mutationFn: async () => {
      const renamed = namedModels(draft.models).flatMap(({ model, upstreamModel }) =>
        upstreamModel === null ? [] : { model, upstream_model: upstreamModel },
      );
      const body = {
        name: draft.name.trim(),
        endpoint_url: draft.endpointUrl.trim(),
        supported_models: models,
        api_key: key,
        ...(renamed.length === 0 ? {} : { models: renamed }),
        ...(draft.regions.length === 0 ? {} : { regions: [...draft.regions] }),
      };
      const seller = await answerOf(sellerClient().POST('/v1/register', { body }));
      await signIn(seller.api_key);
      return seller;
    },
    onSuccess: onDone,
  });
  const change = (part: Partial<EndpointDraft>) => {
    setDraft({ ...draft, ...part });
    if (part.endpointUrl !== undefined || part.models !== undefined) check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate();
  };
  return (
    <div className="halves">
      <Panel title="Endpoint">
        <form className="stack" onSubmit={submit}>
          <EndpointFields draft={draft} onChange={change} />
          {check.isError && <ErrorNotice error={check.error} />}
          <div className="cluster">
            <Button type="submit" kind="primary" disabled={check.isPending || models.length === 0}>
              {check.isPending ? 'Checking' : 'Check the endpoint'}
            </Button>
          </div>
        </form>
      </Panel>
      <Panel title="Checks">
        <Outcome
          check={check.data ?? null}
          isChecking={check.isPending}
          isRegistering={register.isPending}
          error={register.error}
          onRegister={() => register.mutate()}
        />
      </Panel>
    </div>
  );
}

function summaryOf({ checks, passed }: EndpointCheck): string {
  const countOf = (wanted: string) => checks.filter(({ status }) => status === wanted).length;
  const [failed, warned] = [countOf('fail'), countOf('warn')];
  if (!passed) {
    const checksFail = failed === 1 ? 'check fails' : 'checks fail';
    return `${failed} ${checksFail}. Repair it and check again, or requests will fail and the seller will be suspended.`;
  }
  if (warned === 0) return 'Every check holds.';
  return `The endpoint can sell. ${warned === 1 ? 'One warning says' : `${warned} warnings say`} what to improve.`;
}

interface OutcomeProps {
  readonly check: EndpointCheck | null;
  readonly isChecking: boolean;
  readonly isRegistering: boolean;
  readonly error: unknown;
  readonly onRegister: () => void;
}

function Outcome({ check, isChecking, isRegistering, error, onRegister }: OutcomeProps) {
  if (check === null) {
    return (
      <EmptyState title={isChecking ? 'The exchange asks the endpoint' : 'Not checked yet'}>
        Four small requests show whether it is reachable, verifies signatures, streams and reports
        its usage. They are not paid for, and nothing is registered.
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <p role="status">{summaryOf(check)}</p>
      <CheckList checks={check.checks} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="cluster">
        <Button
          kind={check.passed ? 'primary' : 'danger'}
          disabled={isRegistering}
          onClick={onRegister}
        >
          {check.passed ? 'Register' : 'Register nevertheless'}
        </Button>
      </div>
    </div>
  );
}

function Done({ seller }: { readonly seller: Registered }) {
  return (
    <Panel title={`${seller.name} is registered`}>
      <div className="stack">
        <p>
          Its key signs you in here, and is the header <code>X-Seller-API-Key</code> of the API.
        </p>
        <KeyOnce label="Seller key" value={seller.api_key} />
        <p>
          Seller <code>{seller.seller_id}</code>, signed in now.
        </p>
        <div className="cluster">
          <Link href="/seller/offers" className="button" data-kind="primary">
            Post the first offer
          </Link>
        </div>
      </div>
    </Panel>
  );
}

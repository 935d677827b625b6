/** The seller's own record, and a change of it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Panel } from '../design/layout';
import { ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { Time } from '../design/values';
import type { SellerAccount } from './bodies';
import { CheckPanel } from './check-panel';
import { type EndpointDraft, EndpointFields } from './endpoint-fields';
import { modelsOf } from './models';
import { KeyPanel } from './key-panel';
import { registrationOf } from './registration';
import { SellerPage, type SignedInSeller } from './seller-page';
import { StandingBadge } from './standing-badge';
import { useSellerAccount } from './use-seller-account';

export function ProfilePage() {
  return (
    <SellerPage
      title="Profile"
      lead="The endpoint identifies the seller; its key opens these pages."
    >
      {(seller) => <Profile seller={seller} />}
    </SellerPage>
  );
}

function Profile({ seller }: { readonly seller: SignedInSeller }) {
  const account = useSellerAccount(seller);
  const [isChanging, setChanging] = useState(false);
  if (!account.data) {
    return account.isError ? (
      <ErrorState error={account.error} onRetry={() => void account.refetch()} />
    ) : (
      <Skeleton rows={6} label="Loading the profile" />
    );
  }
  return (
    <>
      <Panel
        title={seller.profile.name}
        actions={<Button onClick={() => setChanging(true)}>Change</Button>}
      >
        <Facts seller={seller} account={account.data} />
      </Panel>
      <CheckPanel seller={seller} models={account.data.models} />
      <KeyPanel seller={seller} account={account.data} />
      <Dialog title="Change the profile" isOpen={isChanging} onClose={() => setChanging(false)}>
        <ChangeForm seller={seller} account={account.data} onDone={() => setChanging(false)} />
      </Dialog>
    </>
  );
}

interface PartProps {
  readonly seller: SignedInSeller;
  readonly account: SellerAccount;
}

function Facts({ seller: { profile }, account }: PartProps) {
  return (
    <dl className="facts">
      <dt>Endpoint</dt>
      <dd>
        {profile.endpoint_url}
        <span className="soft">
          {profile.endpoint_verified ? ', verified' : ', not verified: it has not proved its key'}
        </span>
      </dd>
      <dt>Its key</dt>
      <dd>
        {profile.has_upstream_authorization
          ? 'sent as Authorization with each request to the endpoint'
          : 'none; register with upstream_authorization if the endpoint wants one'}
      </dd>
      <dt>Models</dt>
      <dd>{account.models.map(({ name }) => name).join(', ')}</dd>
      <dt>Regions</dt>
      <dd>{profile.regions.length === 0 ? 'any' : profile.regions.join(', ')}</dd>
      <dt>Standing</dt>
      <dd>
        <StandingBadge standing={account.standing} />
      </dd>
      <dt>Seller</dt>
      <dd>
        <code>{profile.seller_id}</code>
      </dd>
      <dt>Registered</dt>
      <dd>
        <Time value={profile.registered_at} />
      </dd>
    </dl>
  );
}

interface ChangeFormProps extends PartProps {
  readonly onDone: () => void;
}

function ChangeForm({ seller, account, onDone }: ChangeFormProps) {
  const now = registrationOf(seller, account);
  const [draft, setDraft] = useState<EndpointDraft>({
    name: now.name,
    endpointUrl: now.endpoint_url,
    models: now.supported_models.join('\n'),
    regions: now.regions,
  });
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async () => {
      const body = {
        ...now,
        name: draft.name.trim(),
        supported_models: modelsOf(draft.models),
        regions: [...draft.regions],
        api_key: seller.key,
      };
      await answerOf(seller.seller.POST('/v1/register', { body }));
      await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER] });
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <EndpointFields
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        isAddressFixed
      />
      {change.isError && <ErrorNotice error={change.error} />}
      <div className="dialog-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={change.isPending || modelsOf(draft.models).length === 0}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

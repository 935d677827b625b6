/** The seller's own record, a change of it, and a new key. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER, useCredential } from '../client/credential';
import { Button } from '../design/controls';
import { ConfirmDialog, Dialog } from '../design/dialog';
import { Panel } from '../design/layout';
import { ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { Time } from '../design/values';
import type { Ask, RegisterSeller, SellerAccount } from './bodies';
import { CheckPanel } from './check-panel';
import { type EndpointDraft, EndpointFields, modelsOf } from './endpoint-fields';
import { KeyOnce } from './key-once';
import { newSellerKey } from './seller-key';
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

/** The registration as it is; models in the seller's spelling, which requests use. */
function registrationOf({ profile }: SignedInSeller, { models }: SellerAccount) {
  return {
    name: profile.name,
    endpoint_url: profile.endpoint_url,
    supported_models: models.map(({ name }) => name),
    regions: profile.regions as Ask['region'][],
  } satisfies Partial<RegisterSeller>;
}

function KeyPanel({ seller, account }: PartProps) {
  const [next, setNext] = useState<string | null>(null);
  const { signIn } = useCredential('seller');
  const rotate = async () => {
    if (next === null) return;
    const body = { ...registrationOf(seller, account), api_key: next };
    const params = { header: { 'X-Seller-API-Key': seller.key } };
    await answerOf(seller.seller.POST('/v1/register', { params, body }));
    await signIn(next);
  };
  return (
    <Panel
      title="Key"
      actions={<Button onClick={() => setNext(newSellerKey())}>Rotate the key</Button>}
    >
      <p>
        The key in use ends in <code>{seller.key.slice(-4)}</code>. The exchange stores its hash
        only.
      </p>
      <ConfirmDialog
        title="Rotate the key"
        isOpen={next !== null}
        onClose={() => setNext(null)}
        onConfirm={rotate}
        action="I have stored it: rotate"
        isDangerous
      >
        <p>
          This new key takes the place of the present one, which is refused from that moment on,
          also in your programs.
        </p>
        {next !== null && <KeyOnce label="New seller key" value={next} />}
      </ConfirmDialog>
    </Panel>
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

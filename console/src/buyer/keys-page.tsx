/** The keys of the account: what each may spend and has spent. For a key of kind manage. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Panel } from '../design/layout';
import { ErrorState, Skeleton } from '../design/states';
import { Table } from '../design/table';
import { KeyOnce } from '../design/key-once';
import type { BuyerKey, IssuedKey } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { RevokeKeyDialog, RotateKeyDialog } from './key-dialogs';
import { KeyForm } from './key-form';
import { type Asked, columnsOf, nameOf } from './key-columns';
import { MoreButton } from '../design/more-button';
import { useAccount } from './use-account';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 50;

export function KeysPage() {
  return (
    <BuyerPage
      title="Keys"
      lead="A key with a cap never spends more, however many requests it sends."
    >
      {(buyer) => <KeysOrWayIn buyer={buyer} />}
    </BuyerPage>
  );
}

/** The list is refused to other keys, so the page first asks what this one is. */
function KeysOrWayIn({ buyer }: { readonly buyer: SignedInBuyer }) {
  const current = useQuery({
    queryKey: [SIGNED_IN, 'current-key'],
    queryFn: () => answerOf(buyer.buyer.GET('/v1/key')),
  });
  if (current.isPending) return <Skeleton rows={4} label="Loading the key" />;
  if (current.isError)
    return <ErrorState error={current.error} onRetry={() => void current.refetch()} />;
  return current.data.data.is_management_key ? <Keys buyer={buyer} /> : <WayIn buyer={buyer} />;
}

function WayIn({ buyer }: { readonly buyer: SignedInBuyer }) {
  const { data: account } = useAccount(buyer);
  return (
    <Panel title="This key does not manage keys">
      <div className="stack">
        <p>
          It sends requests. Ask the operator for the first key of your account that manages keys,
          sign out here, and sign in with that one: it issues, limits and revokes the others, and
          buys nothing.
        </p>
        <p>On your own exchange you are the operator:</p>
        <pre className="secret" tabIndex={0} role="region" aria-label="The command">
          <code>
            npx tokenbook keys create {account?.account_id ?? '<account id>'} --kind manage
          </code>
        </pre>
        <p>
          <a href="/docs/guides/get-an-api-key">Which kinds of keys there are</a>
        </p>
      </div>
    </Panel>
  );
}

interface Shown {
  readonly name: string;
  readonly text: string;
}

function Keys({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [isNew, setNew] = useState(false);
  const [withRevoked, setWithRevoked] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const queries = useQueryClient();
  const show = (issued: IssuedKey) => {
    setNew(false);
    setShown({ name: nameOf(issued), text: issued.buyer_key });
    void queries.invalidateQueries({ queryKey: [SIGNED_IN, 'keys'] });
  };
  const dialog = { buyer, onClose: () => setAsked(null) };
  return (
    <>
      {shown && (
        <Panel
          title={`The key ${shown.name}`}
          actions={<Button onClick={() => setShown(null)}>I have stored it</Button>}
        >
          <KeyOnce label={`Text of the key ${shown.name}`} value={shown.text} />
        </Panel>
      )}
      <Panel
        title="Keys"
        flush
        actions={
          <>
            <label className="one-choice">
              <input
                type="checkbox"
                checked={withRevoked}
                onChange={(event) => setWithRevoked(event.target.checked)}
              />
              With revoked ones
            </label>
            <Button kind="primary" onClick={() => setNew(true)}>
              New key
            </Button>
          </>
        }
      >
        <KeyList buyer={buyer} withRevoked={withRevoked} onAsk={setAsked} />
      </Panel>
      <Dialog title="New key" isOpen={isNew} onClose={() => setNew(false)}>
        <KeyForm buyer={buyer} onIssued={show} onCancel={() => setNew(false)} />
      </Dialog>
      <RotateKeyDialog {...dialog} asked={asked} onRotated={show} />
      <RevokeKeyDialog {...dialog} asked={asked} />
    </>
  );
}

interface ListProps {
  readonly buyer: SignedInBuyer;
  readonly withRevoked: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function KeyList({ buyer, withRevoked, onAsk }: ListProps) {
  const pollMs = usePollMs(REFRESH_MS);
  const keys = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'keys'],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(buyer.market.GET('/v1/keys', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: pollMs,
  });
  const all: readonly BuyerKey[] = keys.data?.pages.flatMap((page) => page.keys) ?? [];
  const rows = withRevoked ? all : all.filter(({ revoked_at: at }) => at === null);
  return (
    <>
      {keys.isPending && <Skeleton rows={4} label="Loading the keys" />}
      {keys.isError && all.length === 0 && (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
      )}
      {rows.length > 0 && (
        <Table
          caption="Keys, newest first"
          columns={columnsOf(onAsk)}
          rows={rows}
          keyOf={(row) => row.key_id}
        />
      )}
      <MoreButton pages={keys} />
    </>
  );
}

/** The seller's key, and a new one. */
import { useState } from 'react';
import { answerOf } from '../client/clients';
import { useCredential } from '../client/credential';
import { Button } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Panel } from '../design/layout';
import type { SellerAccount } from './bodies';
import { KeyOnce } from '../design/key-once';
import { registrationOf } from './registration';
import { newSellerKey } from './seller-key';
import type { SignedInSeller } from './seller-page';

interface KeyPanelProps {
  readonly seller: SignedInSeller;
  readonly account: SellerAccount;
}

export function KeyPanel({ seller, account }: KeyPanelProps) {
  const [next, setNext] = useState<string | null>(null);
  const [endsWebhooks, setEndsWebhooks] = useState(false);
  const { signIn } = useCredential('seller');
  const begin = () => {
    setEndsWebhooks(false);
    setNext(newSellerKey());
  };
  const rotate = async () => {
    if (next === null) return;
    const body = {
      ...registrationOf(seller, account),
      api_key: next,
      end_webhooks: endsWebhooks,
    };
    const params = { header: { 'X-Seller-API-Key': seller.key } };
    await answerOf(seller.seller.POST('/v1/register', { params, body }));
    await signIn(next);
  };
  return (
    <Panel title="Key" actions={<Button onClick={begin}>Rotate the key</Button>}>
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
        <label className="one-choice">
          <input
            type="checkbox"
            checked={endsWebhooks}
            onChange={(event) => setEndsWebhooks(event.target.checked)}
          />
          Delete all webhook endpoints too, and the calendar address: somebody with the present key
          may have made some
        </label>
        {next !== null && <KeyOnce label="New seller key" value={next} />}
      </ConfirmDialog>
    </Panel>
  );
}

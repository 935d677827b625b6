/** What test mode adds to the console: its name above every page, and accounts for the asking. */
import { useState } from 'react';
import { answerOf, anyBuyerClient } from '../client/clients';
import { useCredential } from '../client/credential';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { ErrorNotice } from '../design/states';
import { KeyOnce } from '../design/key-once';

/** The gateway marks its page. */
const IS_TEST = document.documentElement.dataset['mode'] === 'test';

export function TestModeBar() {
  if (!IS_TEST) return null;
  return (
    <p className="shell-mode">
      <strong>Test mode</strong> The money here is not money, and the sellers answer for free.
    </p>
  );
}

/** Opens an account with test money and signs in with its key; nothing in the live market. */
export function TestAccountButton() {
  const { signIn } = useCredential('buyer');
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (!IS_TEST) return null;
  const open = async () => {
    setBusy(true);
    setError(null);
    try {
      const account = await answerOf(anyBuyerClient().POST('/v1/test-accounts', { body: {} }));
      setKey(account.buyer_key);
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => void open()} disabled={isBusy}>
        {isBusy ? 'Opening' : 'Open a test account'}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
      <Dialog title="Your test account" isOpen={key !== null} onClose={() => setKey(null)}>
        <KeyOnce label="Key of the test account" value={key ?? ''} />
        <div className="dialog-actions">
          <Button kind="primary" onClick={() => void signIn(key ?? '').catch(setError)}>
            Sign in with it
          </Button>
        </div>
      </Dialog>
    </>
  );
}

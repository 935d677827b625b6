/** Signing in: the key is checked against the exchange, and then held in memory, or in the tab when asked to. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../client/api-error';
import { isKeyOfOther, useCredential } from '../client/credential';
import type { Holder } from '../client/kept-keys';
import { Button, Field } from '../design/controls';
import { Dialog } from '../design/dialog';
import { EmptyState, ErrorNotice } from '../design/states';
import { TestAccountButton } from './test-mode';

interface KeyNames {
  readonly holder: Holder;
  /** `Buyer key`, `Operator token`. */
  readonly name: string;
  readonly hint: string;
  /** What its holder finds here. */
  readonly purpose: string;
  /** Of a key that is known, but not here. */
  readonly ofOther: string;
}

export const BUYER_KEY: KeyNames = {
  holder: 'buyer',
  name: 'Buyer key',
  hint: 'It begins with sk-tb_; a key of test mode with sk-tb_test_.',
  purpose: 'Balance, requests, orders, tickets and a playground of a buyer.',
  ofOther: 'This is the key of a seller. Sign in on the page Sell.',
};
export const SELLER_KEY: KeyNames = {
  holder: 'seller',
  name: 'Seller key',
  hint: 'The key of the registration.',
  purpose: 'Offers, earnings, deliveries and standing of a seller.',
  ofOther: 'This is the key of a buyer. Sign in on the page Buy.',
};
export const OPERATOR_TOKEN: KeyNames = {
  holder: 'operator',
  name: 'Operator token',
  hint: 'TOKENBOOK_OPERATOR_TOKEN; npm start keeps it in .tokenbook/credentials.json.',
  purpose: 'Orders, sellers, accounts and books of this exchange.',
  ofOther: '',
};

const KEY_GUIDE = '/docs/guides/get-an-api-key';

/** In the heading: who is signed in, and the way in and out. */
export function Account({ names }: { readonly names: KeyNames }) {
  const { key, signOut } = useCredential(names.holder);
  const [isOpen, setOpen] = useState(false);
  if (key !== null) {
    return (
      <>
        <code className="faint" title={names.name}>
          …{key.slice(-4)}
        </code>
        <Button onClick={signOut}>Sign out</Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Sign in</Button>
      <SignInDialog names={names} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Shows its children to anyone who is signed in, and everybody else the way in. */
export function SignedIn(props: { readonly names: KeyNames; readonly children: ReactNode }) {
  const { key, hasExpired } = useCredential(props.names.holder);
  const [isOpen, setOpen] = useState(false);
  if (key !== null) return props.children;
  const { names } = props;
  return (
    <EmptyState title={hasExpired ? 'The key is no longer valid' : 'Sign in to see this'}>
      <p>
        {names.purpose} The key stays in this page, or in this tab if you say so, and is forgotten
        with it.{' '}
        {names.holder !== 'operator' && <a href={KEY_GUIDE}>Where does my key come from?</a>}
      </p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Sign in
      </Button>
      {names.holder === 'buyer' && <TestAccountButton />}
      <SignInDialog names={names} isOpen={isOpen} onClose={() => setOpen(false)} />
    </EmptyState>
  );
}

interface SignInProps {
  readonly names: KeyNames;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function SignInDialog({ names, isOpen, onClose }: SignInProps) {
  return (
    <Dialog title="Sign in" isOpen={isOpen} onClose={onClose}>
      <SignInForm names={names} onDone={onClose} />
    </Dialog>
  );
}

function SignInForm({ names, onDone }: { names: KeyNames; onDone: () => void }) {
  const { signIn } = useCredential(names.holder);
  const [given, setGiven] = useState('');
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isOfOther, setOfOther] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(given.trim(), { isKept });
      onDone();
    } catch (err) {
      setOfOther(isUnauthorized(err) && (await isKeyOfOther(names.holder, given.trim())));
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  const isWrong = isUnauthorized(error);
  const whyWrong = isOfOther ? names.ofOther : 'The exchange does not know this key.';
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {/* Password managers keep a key under this name. */}
      <input type="text" autoComplete="username" value={names.name} readOnly hidden />
      <Field
        label={names.name}
        hint={names.hint}
        error={isWrong ? whyWrong : null}
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        required
        value={given}
        onChange={(event) => setGiven(event.target.value)}
      />
      <label className="one-choice">
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        Keep it in this tab, until I sign out or close it
      </label>
      {error !== null && !isWrong && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={isBusy || given.trim() === ''}>
          {isBusy ? 'Checking' : 'Sign in'}
        </Button>
      </div>
    </form>
  );
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}

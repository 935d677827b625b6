/**
 * The key of the user of the console. It is held in the memory of the page, and a reload forgets it, unless
 * its holder keeps it in the tab or the console begins the reload itself (`kept-keys.ts`).
 */
import { useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isKeyRefused } from './api-error';
import {
  type BuyerClient,
  type MarketClient,
  type OperatorClient,
  answerOf,
  buyerClient,
  marketClient,
  type SellerClient,
  operatorClient,
  sellerClient,
  sellersMarketClient,
} from './clients';

import { type HeldKey, type Holder, hold, keptKey } from './kept-keys';
import { forgetRemembered } from './tab-memory';

/** Queries under a key start with this name; they are forgotten with the key. */
export const SIGNED_IN = 'signed-in';
/** The same for what needs a seller's key. */
export const SIGNED_IN_SELLER = 'signed-in-seller';

export interface Credential {
  readonly key: string | null;
  /** Set when a key was refused while it was in use. */
  readonly hasExpired: boolean;
  /** @throws ApiError when the exchange refuses the key */
  signIn(key: string, how?: { readonly isKept: boolean }): Promise<void>;
  signOut(): void;
}

const CONTEXTS = {
  buyer: createContext<Credential | null>(null),
  seller: createContext<Credential | null>(null),
  operator: createContext<Credential | null>(null),
} as const;

interface ProviderProps {
  readonly holder: Holder;
  /** @throws ApiError when the key is not valid */
  readonly check: (key: string) => Promise<unknown>;
  readonly children: ReactNode;
}

function CredentialProvider({ holder, check, children }: ProviderProps) {
  const queries = useQueryClient();
  const Context = CONTEXTS[holder];
  const scope = holder === 'seller' ? SIGNED_IN_SELLER : SIGNED_IN;
  const [held, setHeld] = useState<HeldKey | null>(() => keptKey(holder));
  useEffect(() => hold(holder, held), [holder, held]);
  const [hasExpired, setExpired] = useState(false);
  const forget = useCallback(() => {
    setHeld(null);
    queries.removeQueries({ queryKey: [scope] });
  }, [queries, scope]);
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== scope) return;
        if (!isKeyRefused(query.state.error)) return;
        setExpired(true);
        forget();
      }),
    [queries, scope, forget],
  );
  const credential = useMemo(
    () => ({
      key: held?.key ?? null,
      hasExpired,
      signIn: async (given: string, { isKept } = { isKept: false }) => {
        await check(given);
        // A refusal of the key before, such as a rotated one, says nothing about this one.
        await queries.cancelQueries({ queryKey: [scope] });
        setExpired(false);
        setHeld({ key: given, isKept });
      },
      signOut: () => {
        setExpired(false);
        forgetRemembered(holder);
        forget();
      },
    }),
    [held, hasExpired, check, forget, holder, queries, scope],
  );
  return <Context value={credential}>{children}</Context>;
}

export function BuyerCredential({ children }: { children: ReactNode }) {
  return (
    <CredentialProvider holder="buyer" check={checkBuyerKey}>
      {children}
    </CredentialProvider>
  );
}

export function SellerCredential({ children }: { children: ReactNode }) {
  return (
    <CredentialProvider holder="seller" check={checkSellerKey}>
      {children}
    </CredentialProvider>
  );
}

export function OperatorCredential({ children }: { children: ReactNode }) {
  return (
    <CredentialProvider holder="operator" check={checkOperatorToken}>
      {children}
    </CredentialProvider>
  );
}

const checkBuyerKey = (key: string) => answerOf(marketClient(key).GET('/v1/account'));
const checkSellerKey = (key: string) => answerOf(sellerClient(key).GET('/v1/profile'));
const checkOperatorToken = (token: string) =>
  answerOf(operatorClient(token).GET('/admin/v1/reconciliation'));

/** Of a key that one kind of holder does not have: whether it is the other's. */
export async function isKeyOfOther(holder: Holder, key: string): Promise<boolean> {
  if (holder === 'operator') return false;
  const check = holder === 'buyer' ? checkSellerKey : checkBuyerKey;
  return check(key).then(
    () => true,
    () => false,
  );
}

export function useCredential(holder: Holder): Credential {
  const credential = useContext(CONTEXTS[holder]);
  if (!credential) throw new Error('no credential is provided here');
  return credential;
}

/** The buyer's key and its clients; null while nobody is signed in. */
export function useBuyer(): { key: string; buyer: BuyerClient; market: MarketClient } | null {
  const { key } = useCredential('buyer');
  return useMemo(
    () => (key === null ? null : { key, buyer: buyerClient(key), market: marketClient(key) }),
    [key],
  );
}

/** The seller's key and its clients; null while nobody is signed in. */
export function useSeller(): { key: string; seller: SellerClient; market: MarketClient } | null {
  const { key } = useCredential('seller');
  return useMemo(
    () =>
      key === null ? null : { key, seller: sellerClient(key), market: sellersMarketClient(key) },
    [key],
  );
}

/** The operator's client; null while nobody is signed in. */
export function useOperator(): OperatorClient | null {
  const { key } = useCredential('operator');
  return useMemo(() => (key === null ? null : operatorClient(key)), [key]);
}

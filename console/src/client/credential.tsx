/**
 * The key of whoever uses the console. It is held in the memory of the page and nowhere else: a
 * reload forgets it.
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
  operatorClient,
} from './clients';

/** Queries under a key start with this name; they are forgotten with the key. */
export const SIGNED_IN = 'signed-in';

export interface Credential {
  readonly key: string | null;
  /** Set when a key was refused while it was in use. */
  readonly hasExpired: boolean;
  /** @throws ApiError when the exchange refuses the key */
  signIn(key: string): Promise<void>;
  signOut(): void;
}

const CredentialContext = createContext<Credential | null>(null);

interface ProviderProps {
  /** @throws ApiError when the key is not valid */
  readonly check: (key: string) => Promise<unknown>;
  readonly children: ReactNode;
}

function CredentialProvider({ check, children }: ProviderProps) {
  const queries = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const forget = useCallback(() => {
    setKey(null);
    queries.removeQueries({ queryKey: [SIGNED_IN] });
  }, [queries]);
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== SIGNED_IN) return;
        if (!isKeyRefused(query.state.error)) return;
        setExpired(true);
        forget();
      }),
    [queries, forget],
  );
  const credential = useMemo(
    () => ({
      key,
      hasExpired,
      signIn: async (given: string) => {
        await check(given);
        setExpired(false);
        setKey(given);
      },
      signOut: () => {
        setExpired(false);
        forget();
      },
    }),
    [key, hasExpired, check, forget],
  );
  return <CredentialContext value={credential}>{children}</CredentialContext>;
}

export function BuyerCredential({ children }: { children: ReactNode }) {
  return <CredentialProvider check={checkBuyerKey}>{children}</CredentialProvider>;
}

export function OperatorCredential({ children }: { children: ReactNode }) {
  return <CredentialProvider check={checkOperatorToken}>{children}</CredentialProvider>;
}

const checkBuyerKey = (key: string) => answerOf(marketClient(key).GET('/v1/account'));
const checkOperatorToken = (token: string) =>
  answerOf(operatorClient(token).GET('/admin/v1/reconciliation'));

export function useCredential(): Credential {
  const credential = useContext(CredentialContext);
  if (!credential) throw new Error('no credential is provided here');
  return credential;
}

/** The buyer's key and its clients; null while nobody is signed in. */
export function useBuyer(): { key: string; buyer: BuyerClient; market: MarketClient } | null {
  const { key } = useCredential();
  return useMemo(
    () => (key === null ? null : { key, buyer: buyerClient(key), market: marketClient(key) }),
    [key],
  );
}

/** The operator's client; null while nobody is signed in. */
export function useOperator(): OperatorClient | null {
  const { key } = useCredential();
  return useMemo(() => (key === null ? null : operatorClient(key)), [key]);
}

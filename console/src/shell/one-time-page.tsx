/** The address that `npm start` prints: signs the demo's buyer in, once. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { buyerKeyOf } from '../client/clients';
import { useCredential } from '../client/credential';
import { Page } from '../design/layout';
import { EmptyState, ErrorNotice, Skeleton } from '../design/states';

export function OneTimePage() {
  const { code } = useParams<{ code: string }>();
  const [, goTo] = useLocation();
  const { signIn } = useCredential('buyer');
  const { data: isSignedIn, error } = useQuery({
    queryKey: ['sign-in', code],
    // Kept in the tab: the address works once, so a reload has no other way in.
    queryFn: async () => signIn(await buyerKeyOf(code), { isKept: true }).then(() => true),
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (isSignedIn) goTo('/buyer', { replace: true });
  }, [isSignedIn, goTo]);
  return (
    <Page title="Sign in">
      {error === null ? (
        <Skeleton rows={4} label="Signing in" />
      ) : (
        <EmptyState title="This address does not sign in">
          <ErrorNotice error={error} />
          <Link href="/buyer">Sign in with a key</Link>
        </EmptyState>
      )}
    </Page>
  );
}

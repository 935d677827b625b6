/** What the seller is owed, and what it has earned. */
import { Link } from 'wouter';
import { Panel, Stat, Stats } from '../design/layout';
import { ErrorState, Skeleton } from '../design/states';
import { Amount } from '../design/values';
import { RevenuePanel } from './revenue-panel';
import { SellerPage, type SignedInSeller } from './seller-page';
import { SellerSteps } from './seller-steps';
import { StandingBadge } from './standing-badge';
import { useSellerAccount } from './use-seller-account';

export function OverviewPage() {
  return (
    <SellerPage title="Earnings" lead="What the exchange owes, and what your tokens have earned.">
      {(seller) => (
        <>
          <SellerSteps seller={seller} />
          <Owed seller={seller} />
          <RevenuePanel seller={seller} />
        </>
      )}
    </SellerPage>
  );
}

function Owed({ seller }: { readonly seller: SignedInSeller }) {
  const account = useSellerAccount(seller);
  if (!account.data) {
    return account.isError ? (
      <ErrorState error={account.error} onRetry={() => void account.refetch()} />
    ) : (
      <Skeleton rows={2} label="Loading what is owed" />
    );
  }
  const { payable, standing } = account.data;
  return (
    <Panel title={seller.profile.name}>
      <Stats>
        <Stat label="Owed to you now">
          <Amount value={payable} />
        </Stat>
        <Stat label="Standing">
          <StandingBadge standing={standing} />
        </Stat>
        <Stat label="Tier">{seller.profile.venue_class}</Stat>
      </Stats>
      <p className="hint">
        What your trades have earned, less payouts. The operator pays out; see{' '}
        <Link href="/seller/trades">each trade</Link>.
      </p>
    </Panel>
  );
}

/** The entry on the public port. */
import { useLocation } from 'wouter';
import { BuyerEvents } from '../buyer/buyer-events';
import { buyerPart } from '../buyer/part';
import { BuyerCredential, SellerCredential } from '../client/credential';
import { NewsProvider } from '../client/news';
import { marketPart } from '../market/part';
import { sellerPart } from '../seller/part';
import { SellerEvents } from '../seller/seller-events';
import type { Part } from './part';
import { Shell } from './shell';
import { Account, BUYER_KEY, SELLER_KEY } from './sign-in';
import { start } from './start';

/** Of the seller on its pages, of the buyer elsewhere. */
function ReaderAccount() {
  const [location] = useLocation();
  const isSelling = location === '/seller' || location.startsWith('/seller/');
  return isSelling ? (
    <Account key="seller" names={SELLER_KEY} />
  ) : (
    <Account key="buyer" names={BUYER_KEY} />
  );
}

const signInPart: Part = {
  links: [],
  pages: [
    { path: '/sign-in/:code', load: async () => (await import('./one-time-page')).OneTimePage },
  ],
};

start(
  <NewsProvider>
    <BuyerCredential>
      <BuyerEvents>
        <SellerCredential>
          <SellerEvents>
            <Shell
              name="Tokenbook"
              parts={[marketPart, buyerPart, sellerPart, signInPart]}
              account={<ReaderAccount />}
            />
          </SellerEvents>
        </SellerCredential>
      </BuyerEvents>
    </BuyerCredential>
  </NewsProvider>,
);

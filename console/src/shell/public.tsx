/** The entry on the public port. */
import { BuyerEvents } from '../buyer/buyer-events';
import { buyerPart } from '../buyer/part';
import { BuyerCredential } from '../client/credential';
import { marketPart } from '../market/part';
import { Shell } from './shell';
import { Account, BUYER_KEY } from './sign-in';
import { start } from './start';

start(
  <BuyerCredential>
    <BuyerEvents>
      <Shell
        name="Tokenbook"
        parts={[marketPart, buyerPart]}
        account={<Account names={BUYER_KEY} />}
      />
    </BuyerEvents>
  </BuyerCredential>,
);

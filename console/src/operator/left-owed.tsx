/** What a seller that no longer sells still owes, and is owed. */
import { Amount, Quantity } from '../design/values';
import { Fact, Facts } from './frame';
import type { Body } from './schemas';

type Seller = Pick<Body<'SellerDetails'>, 'obligations' | 'payable'>;

/** A suspension or a ban ends none of it. */
export function LeftOwed({ seller: { obligations, payable } }: { readonly seller: Seller }) {
  const { lots, contracts, buyers, tokens, reserved_tokens: reserved, escrow } = obligations;
  return (
    <Facts>
      <Fact label="Sold ahead">
        {lots === 0 ? (
          'nothing'
        ) : (
          <>
            <Quantity value={tokens} /> tokens, in {counted(lots, 'open lot')} of{' '}
            {counted(contracts, 'contract')} of {counted(buyers, 'buyer')}
          </>
        )}
      </Fact>
      <Fact label="In escrow for it">
        <Amount value={escrow} />
      </Fact>
      <Fact label="Requests under way">
        <Quantity value={reserved} /> tokens
      </Fact>
      <Fact label="Owed to the seller">
        <Amount value={payable} />
      </Fact>
    </Facts>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

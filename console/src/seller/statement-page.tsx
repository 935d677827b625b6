/** What is owed to the seller, line by line, and as a file. */
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Missing } from '../design/values';
import { Statement, type StatementLine } from '../statement/statement';
import { SellerPage } from './seller-page';

export function StatementPage() {
  return (
    <SellerPage title="Statement" lead="Every line that changed what is owed. Days are UTC.">
      {({ key, seller }) => (
        <Statement
          queryKey={SIGNED_IN_SELLER}
          read={(query) => answerOf(seller.GET('/v1/account/statement', { params: { query } }))}
          file={{
            path: '/seller/v1/account/statement',
            headers: { 'x-seller-api-key': key },
          }}
          kinds={KINDS}
          about={aboutOf}
        />
      )}
    </SellerPage>
  );
}

const KINDS: Readonly<Record<StatementLine['kind'], string>> = {
  deposit: 'Deposit',
  hold: 'Hold',
  capture: 'Request served',
  release: 'Release',
  payout: 'Payout',
  escrow: 'Contract',
  draw: 'Delivery',
  window_end: 'End of a window',
  refund: 'Refund',
  correction: 'Correction',
};

/** A reference of a payout, a reason of a correction, the end of the id of a fill or a contract. */
function aboutOf({ fill_id: fillId, contract_id: contractId, reference, reason }: StatementLine) {
  const texts = [reference, reason].filter((text) => text !== null);
  if (texts.length > 0) return texts.join(': ');
  const id = fillId ?? contractId;
  return id === null ? <Missing /> : <code title={id}>{id.slice(-12)}</code>;
}

/** The account's statement over a period, and as a file. */
import { Link } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Missing } from '../design/values';
import { Statement, type StatementLine } from '../statement/statement';
import { BuyerPage } from './buyer-page';

export function StatementPage() {
  return (
    <BuyerPage title="Statement" lead="Every line that changed the balance. Days are UTC.">
      {({ key, market }) => (
        <Statement
          queryKey={SIGNED_IN}
          read={(query) => answerOf(market.GET('/v1/account/statement', { params: { query } }))}
          file={{
            path: '/market/v1/account/statement',
            headers: { authorization: `Bearer ${key}` },
          }}
          kinds={KINDS}
          about={(line) => <Of line={line} />}
        />
      )}
    </BuyerPage>
  );
}

const KINDS: Readonly<Record<StatementLine['kind'], string>> = {
  deposit: 'Deposit',
  hold: 'Hold',
  capture: 'Request',
  release: 'Release',
  payout: 'Payout',
  escrow: 'Contract',
  draw: 'Draw',
  window_end: 'End of a window',
  refund: 'Refund',
  correction: 'Correction',
};

function Of({ line }: { readonly line: StatementLine }) {
  const { kind, fill_id: fillId, contract_id: contractId, reference, reason } = line;
  if (kind === 'capture' && fillId !== null) {
    return <Link href={`/buyer/requests/${fillId}`}>{fillId.slice(-12)}</Link>;
  }
  if (contractId !== null) return <Link href="/buyer/contracts">{contractId.slice(-12)}</Link>;
  const text = [reference, reason].filter((part) => part !== null).join(': ');
  return text === '' ? <Missing /> : text;
}

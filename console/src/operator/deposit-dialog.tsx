/** A deposit: typed first, then shown once more before it is made. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { addDecimals } from '../client/decimal';
import { Button, Field } from '../design/controls';
import { ConfirmDialog, Dialog } from '../design/dialog';
import { Amount } from '../design/values';
import { Fact, Facts } from './frame';
import type { Body } from './schemas';

interface DepositProps {
  readonly operator: OperatorClient;
  readonly account: Body<'AccountDetails'>;
}

interface Deposit {
  readonly amount: string;
  readonly reference: string;
}

type Step = 'closed' | 'input' | 'confirm';

const AMOUNT = /^\d{1,11}(?:\.\d{1,8})?$/;

export function DepositButton({ operator, account }: DepositProps) {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>('closed');
  const [deposit, setDeposit] = useState<Deposit>({ amount: '0', reference: '' });
  // A dialog that closes because the next one opens must not close that one too.
  const leave = (from: Step) => {
    if (step === from) setStep('closed');
  };
  const make = async () => {
    await answerOf(
      operator.POST('/admin/v1/accounts/{id}/deposits', {
        params: { path: { id: account.account_id } },
        body: deposit,
      }),
    );
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  const next = (given: Deposit) => {
    setDeposit(given);
    setStep('confirm');
  };
  return (
    <>
      <Button onClick={() => setStep('input')}>Deposit</Button>
      <Dialog title="Deposit" isOpen={step === 'input'} onClose={() => leave('input')}>
        <DepositForm onNext={next} onCancel={() => setStep('closed')} />
      </Dialog>
      <ConfirmDialog
        title="Confirm the deposit"
        isOpen={step === 'confirm'}
        onClose={() => leave('confirm')}
        onConfirm={make}
        action="Deposit"
      >
        <Facts>
          <Fact label="To">{account.name}</Fact>
          <Fact label="Reference">{deposit.reference}</Fact>
          <Fact label="Amount">
            <Amount value={deposit.amount} />
          </Fact>
          <Fact label="Balance afterwards">
            <Amount value={addDecimals(account.balance, deposit.amount)} />
          </Fact>
        </Facts>
        <p className="soft">A deposit is not taken back; it can be corrected by a new journal.</p>
      </ConfirmDialog>
    </>
  );
}

interface FormProps {
  readonly onNext: (deposit: Deposit) => void;
  readonly onCancel: () => void;
}

function DepositForm({ onNext, onCancel }: FormProps) {
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const isAmount = AMOUNT.test(amount) && /[1-9]/.test(amount);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext({ amount, reference: reference.trim() });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Amount, USD"
        inputMode="decimal"
        autoComplete="off"
        required
        error={amount === '' || isAmount ? null : 'A decimal number with at most 8 decimals.'}
        value={amount}
        onChange={(event) => setAmount(event.target.value.trim())}
      />
      <Field
        label="Reference"
        hint="Names the payment: a repetition with the same reference moves nothing."
        autoComplete="off"
        required
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={!isAmount || reference.trim() === ''}>
          Continue
        </Button>
      </div>
    </form>
  );
}

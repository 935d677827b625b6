/** The change of a seller's standing, with its reason. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button, Select, TextArea } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { LeftOwed } from './left-owed';
import type { Body } from './schemas';

type Seller = Body<'SellerDetails'>;
type Standing = Seller['standing'];

const MEANINGS: Readonly<Record<Standing, string>> = {
  Active: 'It sells.',
  Probation: 'It sells, and is watched.',
  Suspended: 'Its asks are withdrawn; open lots go on.',
  Banned:
    'Its asks are withdrawn, and it may not offer again. Open lots go on until they are voided, each on this page.',
};

/** Whether a seller of this standing sells nothing. */
export function isEnd(standing: Standing): boolean {
  return standing === 'Suspended' || standing === 'Banned';
}

interface StandingProps {
  readonly operator: OperatorClient;
  readonly seller: Seller;
}

export function StandingButton({ operator, seller }: StandingProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [standing, setStanding] = useState<Standing>(seller.standing);
  const [reason, setReason] = useState('');
  const change = async () => {
    await answerOf(
      operator.PATCH('/admin/v1/sellers/{id}', {
        params: { path: { id: seller.seller_id } },
        body: { standing, reason: reason.replace(/\s+/g, ' ').trim() },
      }),
    );
    setReason('');
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  const options = Object.keys(MEANINGS).map((value) => ({
    value: value as Standing,
    label: value,
  }));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change the standing</Button>
      <ConfirmDialog
        title={`Standing of ${seller.name}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={change}
        action="Change the standing"
        isDangerous={isEnd(standing)}
      >
        <Select
          label="Standing"
          hint={MEANINGS[standing]}
          value={standing}
          options={options}
          onChange={setStanding}
        />
        {isEnd(standing) && (
          <section className="stack-s" aria-label="What remains">
            <h3>What remains after it</h3>
            <LeftOwed seller={seller} />
          </section>
        )}
        <TextArea
          label="Reason"
          hint="Shown in its history, and kept in the audit."
          required
          maxLength={500}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}

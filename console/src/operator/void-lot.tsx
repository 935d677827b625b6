/** An operator ends a lot during its window, with a refund. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button, TextArea } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Amount, Quantity } from '../design/values';
import type { Body } from './schemas';

interface VoidProps {
  readonly operator: OperatorClient;
  readonly lot: Body<'LotDetails'>;
}

export function VoidLotButton({ operator, lot }: VoidProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isDefault, setDefault] = useState(false);
  const end = async () => {
    await answerOf(
      operator.POST('/admin/v1/lots/{id}/void', {
        params: { path: { id: lot.lot_id } },
        body: { reason: reason.replace(/\s+/g, ' ').trim(), default: isDefault },
      }),
    );
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Void</Button>
      <ConfirmDialog
        title="End this lot with a refund"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={end}
        action="Void the lot"
        isDangerous
      >
        <p>
          <Quantity value={lot.remaining} /> tokens were not drawn; up to{' '}
          <Amount value={lot.escrow} /> USD go back to the buyer. Requests under way end on their
          own.
        </p>
        <TextArea
          label="Reason"
          hint="Shown to buyer and seller, and kept in the audit."
          required
          maxLength={500}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <label className="one-choice">
          <input
            type="checkbox"
            checked={isDefault}
            onChange={(event) => setDefault(event.target.checked)}
          />
          The seller failed to deliver: record it as a default
        </label>
      </ConfirmDialog>
    </>
  );
}

/** Tickets: bought at once, or issued for a contract. The credential is shown once. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { ErrorNotice } from '../design/states';
import { Price, Quantity, Time } from '../design/values';
import type { Contract, CreatedTicket } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { CopyButton } from '../design/copy-button';
import { newKey } from '../client/new-key';
import { TicketForm, type TicketTerms } from './ticket-form';

type TicketBody = { readonly contract_id: string } | TicketTerms;

/** Asks for a ticket once; a repetition after a lost answer has the same key. */
function useTicket({ buyer }: SignedInBuyer) {
  const queries = useQueryClient();
  const [key, setKey] = useState(newKey);
  const [ticket, setTicket] = useState<CreatedTicket | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (body: TicketBody) => {
    setBusy(true);
    setError(null);
    try {
      const params = { header: { 'Idempotency-Key': key } };
      setTicket(await answerOf(buyer.POST('/v1/tickets', { params, body })));
      await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  const reset = () => {
    setKey(newKey());
    setTicket(null);
    setError(null);
  };
  return { ticket, error, isBusy, ask, reset };
}

interface TicketDialogProps {
  readonly buyer: SignedInBuyer;
  readonly contract: Contract | null;
  readonly onClose: () => void;
}

export function TicketDialog({ buyer, contract, onClose }: TicketDialogProps) {
  const { ticket, error, isBusy, ask, reset } = useTicket(buyer);
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog title="Ticket" isOpen={contract !== null} onClose={close}>
      {contract && !ticket && (
        <>
          <p>
            A ticket redeems the contract with ordinary requests, without the buyer key.
            {contract.ticket_id === null ? '' : ' The credential that was issued before ends.'}
          </p>
          {error !== null && <ErrorNotice error={error} />}
          <div className="dialog-actions">
            <Button onClick={close}>Cancel</Button>
            <Button
              kind="primary"
              disabled={isBusy}
              onClick={() => void ask({ contract_id: contract.contract_id })}
            >
              Issue it
            </Button>
          </div>
        </>
      )}
      {ticket && <Issued ticket={ticket} onDone={close} />}
    </Dialog>
  );
}

export function BuyTicketButton({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [isOpen, setOpen] = useState(false);
  const { ticket, error, isBusy, ask, reset } = useTicket(buyer);
  const close = () => {
    reset();
    setOpen(false);
  };
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Buy a ticket
      </Button>
      <Dialog title="Buy a ticket" isOpen={isOpen} onClose={close}>
        {ticket ? (
          <Issued ticket={ticket} onDone={close} />
        ) : (
          <TicketForm
            buyer={buyer}
            error={error}
            isBusy={isBusy}
            onBuy={(body) => void ask(body)}
          />
        )}
      </Dialog>
    </>
  );
}

function Issued({ ticket, onDone }: { ticket: CreatedTicket; onDone: () => void }) {
  return (
    <div className="stack">
      <p>
        <Quantity value={ticket.remaining_tokens} /> tokens of {ticket.model} at{' '}
        <Price perThousand={ticket.price} withUnit />, until <Time value={ticket.expires_at} />.
      </p>
      <p role="status">
        This credential is shown once. It takes the place of a key in{' '}
        <code>Authorization: Bearer</code>.
      </p>
      <pre className="secret" tabIndex={0} aria-label="Credential">
        <code>{ticket.credential}</code>
      </pre>
      <div className="dialog-actions">
        <CopyButton text={ticket.credential} />
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { ConfirmDialog } from '../design/dialog';
import { Quantity } from '../design/values';
import type { Order } from './bodies';
import type { SignedInBuyer } from './buyer-page';

interface CancelProps {
  readonly buyer: SignedInBuyer;
  readonly order: Order | null;
  readonly onClose: () => void;
}

export function CancelOrderDialog({ buyer, order, onClose }: CancelProps) {
  const queries = useQueryClient();
  const cancel = async () => {
    if (!order) return;
    const path = { id: order.order_id };
    await answerOf(buyer.market.DELETE('/v1/orders/{id}', { params: { path } }));
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  return (
    <ConfirmDialog
      title="Cancel the order"
      isOpen={order !== null}
      onClose={onClose}
      onConfirm={cancel}
      action="Cancel the remainder"
      isDangerous
    >
      {order && (
        <p>
          <Quantity value={order.remaining} /> tokens of {order.model_id} leave the book, and the
          money that is reserved for them is available again. What is filled stays filled.
        </p>
      )}
    </ConfirmDialog>
  );
}

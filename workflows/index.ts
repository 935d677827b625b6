/** Every workflow that a worker of Tokenbook runs. */
export { chatOrder } from './chat-order';
export { orderBatch } from './order-batch';
export { contractOrder } from './contract-order';
export { deliveryLot } from './delivery-lot';
export { seller } from './seller';
export { ticketPurchase } from './ticket-purchase';
// The type of its workflow is stored in histories and in the schedule.
export { reconciliation, maintenance as upkeep } from './maintenance';

/** Every workflow that a Tokenbook worker runs. */
export { chatOrder } from './chat-order';
export { orderBatch } from './order-batch';
export { contractOrder } from './contract-order';
export { deliveryLot } from './delivery-lot';
export { seller } from './seller';
export { ticketPurchase } from './ticket-purchase';
// The workflow's type name is stored in histories and in the schedule.
export { reconciliation, maintenance as upkeep } from './maintenance';

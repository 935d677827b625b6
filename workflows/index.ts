/** Every workflow that a worker of Tokenbook runs. */
export { chatOrder } from './chat-order';
export { seller } from './seller';
export { reconciliation, upkeep } from './upkeep';

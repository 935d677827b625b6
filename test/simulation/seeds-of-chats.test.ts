/** Chats alone, under crashes, lost answers and pauses. */
import './mocks';
import { testSeeds } from './seeds';

testSeeds('chats', 30, {
  hasOrders: false,
  hasRelays: false,
  hasOperator: false,
  hasKeys: false,
  requestsMax: 3,
});

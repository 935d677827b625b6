/** Chats alone, under crashes, lost answers and pauses. */
import './mocks';
import { testSeeds } from './seeds';

testSeeds('chats', 72, {
  ...{ hasOrders: false, hasRelays: false, hasOperator: false, hasKeys: false },
  requestsMax: 3,
});

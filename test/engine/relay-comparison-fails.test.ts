/** MongoDB is away while a relay compares a book with the records. */
import { RelayStage } from './relay-stage';

let stage: RelayStage;
beforeEach(async () => {
  stage = await RelayStage.open();
});
afterEach(() => stage.stop());

test.each(['ask', 'bid'] as const)(
  'an order on the %s side that ended meanwhile leaves the book with the next turn',
  async (side) => {
    const { world, store } = stage;
    const { askId } = await store.rest({ priceScale8: 100n });
    const orderId = await store.bid({ limitPriceScale8: 90n });
    if (side === 'ask') store.asks.delete(askId);
    else store.bids.delete(orderId);
    const { ended } = store;
    store.ended = () => Promise.reject(new Error('MongoDB is away'));
    await expect(stage.relay.turn()).rejects.toThrow('MongoDB is away');
    store.ended = ended;
    await stage.relay.turn();
    const page = await world.books.orders({ book: world.book, cursor: null });
    expect(page!.orders.map((order) => order.side)).toEqual([side === 'ask' ? 'bid' : 'ask']);
  },
);

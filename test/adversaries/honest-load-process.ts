/** The process of the honest buyers, which only measures. */
import { followOrders } from './followed-orders';
import { HonestLoad, type Pace, type Taken, type Trade } from './honest-load';

export type Order =
  { readonly order: 'begin'; trade: Trade; pace: Pace } | { readonly order: 'take' | 'end' };

let load: HonestLoad | null = null;

async function follow(order: Order): Promise<Taken | null> {
  if (order.order === 'begin') {
    load = new HonestLoad(order.trade, order.pace);
    return null;
  }
  if (!load) throw new Error('The honest load has not started');
  if (order.order === 'end') await load.end();
  return load.take();
}

followOrders(follow);

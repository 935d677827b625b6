/**
 * The process of the honest sellers' engines, so that large prompts do not delay the clients whose
 * latency is measured. It counts the requests it received, and stores none of them.
 */
import { audienceOf } from '../../domain/signing';
import type { Certificate } from '../support/certificate';
import { startSeller } from '../support/sellers/seller';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { followOrders } from './followed-orders';
import { honestEngine } from './honest-engine';

/** Host name and certificate; an engine without them has an IP address. */
export interface Place {
  readonly host?: string;
  readonly tls?: Certificate;
}

export type Order =
  | { readonly order: 'start'; model: string; places: readonly Place[] }
  | { readonly order: 'count dispatched twice'; model: string };

/** Dispatches of each honest prompt, and the maximum per idempotency key: by model. */
const sent = new Map<string, Map<string, number>>();

async function follow(order: Order): Promise<string[] | number> {
  const { model } = order;
  if (order.order === 'start') {
    const counts = new Map<string, number>();
    sent.set(model, counts);
    return Promise.all(order.places.map((place) => start(model, place, counts)));
  }
  return [...(sent.get(model)?.values() ?? [])].filter((count) => count > 1).length;
}

/** @returns the endpoint URL to register */
async function start(model: string, place: Place, counts: Map<string, number>): Promise<string> {
  const engine = honestEngine(model);
  const seller = await startSeller(counting(engine, counts), place);
  setInterval(() => seller.requests.splice(0), 1_000).unref();
  return seller.url;
}

/** Refuses what is signed for another seller, as `seller up` does. */
function counting(engine: Behaviour, counts: Map<string, number>): Behaviour {
  let own: string | null = null;
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    answer: (visit) => {
      const [prompt] = /honest prompt [0-9a-f]{16}/.exec(visit.request?.rawBody ?? '') ?? [];
      const audience = audienceOf(visit.req.headers);
      own ??= audience;
      if (audience !== own) return BEHAVIOURS.unauthorized().answer(visit);
      const isProbe = visit.req.headers['x-tokenbook-probe'] !== undefined;
      if (prompt && !isProbe) {
        add(prompt);
        add(`key ${visit.request?.idempotencyKey}`);
      }
      return engine.answer(visit);
    },
  };
}

followOrders(follow);

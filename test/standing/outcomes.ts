/** Outcomes of a seller's dispatches, made over HTTP, and its standing as the operator reads it. */
import { newModel } from '../e2e/market';
import type { Exchange, TestSeller } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { until } from '../support/wait';

export interface Judged {
  readonly seller: TestSeller;
  readonly model: string;
  /** Of buyers that have nothing to do with each other. */
  readonly keys: readonly string[];
  askId: string;
}

const BUYERS = 6;

/** A seller with an ask in a book of its own, and buyers who ask it. */
export async function judgedSeller(exchange: Exchange): Promise<Judged> {
  const model = newModel();
  const [seller, ...buyers] = await Promise.all([
    exchange.seller('normal', { models: [model] }),
    ...Array.from({ length: BUYERS }, () => exchange.buyer('100')),
  ]);
  const keys = buyers.map(({ key }) => key);
  return { seller, model, keys, askId: await exchange.ask(seller, { model, price: '0.001' }) };
}

/** Requests one after the other, by one buyer after the other. @returns their statuses */
export async function ask(
  exchange: Exchange,
  { seller, model, keys }: Judged,
  times: number,
  behaviour: Behaviour = BEHAVIOURS.normal(),
): Promise<number[]> {
  seller.setBehaviour(behaviour);
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) {
    statuses.push((await exchange.chat(keys[at % keys.length]!, { model })).status);
  }
  return statuses;
}

/** Fails what buyers ask; our probes are answered. */
export const failing = () =>
  BEHAVIOURS.probed(BEHAVIOURS.normal(), BEHAVIOURS.status({ status: 500 }));

export async function sellerDetails(exchange: Exchange, { seller }: Judged): Promise<any> {
  return (await exchange.admin('GET', `/sellers/${seller.sellerId}`)).body;
}

export function untilStanding(
  exchange: Exchange,
  judged: Judged,
  standing: string,
  timeoutMs = 30_000,
): Promise<any> {
  return until(
    async () => {
      const told = await sellerDetails(exchange, judged);
      return told.standing === standing && told;
    },
    { timeoutMs, what: `the standing to be ${standing}` },
  );
}

export function setStanding(exchange: Exchange, { seller }: Judged, standing: string) {
  const body = { standing, reason: `the operator says ${standing}` };
  return exchange.admin('PATCH', `/sellers/${seller.sellerId}`, body);
}

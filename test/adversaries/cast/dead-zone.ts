import type { Adversary } from '../adversary';
import { type OwnSeller, newModel } from '../attacker';
import { deadName } from '../names';

export const deadZone: Adversary = {
  name: 'dead-zone',
  does: 'Sellers use host names whose DNS servers never answer, half in one zone and half in zones of their own; their own buyer keeps sending requests to them, and more of them register.',
  attacks: 'DNS resolution, which honest sellers need as well',
  honestByName: true,
  prepare: async (attacker) => {
    const model = newModel();
    const key = await attacker.buyer('1000');
    const server = await attacker.server(); // its name never resolves
    let names = 0;
    const register = () => {
      names += 1;
      const host = deadName(`s${names}`, names % 2 === 0 ? names : undefined);
      return attacker.seller(server, { models: [model], host });
    };
    const sellers: OwnSeller[] = [];
    await attacker.each(attacker.size(64, 4), 32, async () => {
      const seller = await register();
      await attacker.ask(seller, { model_id: model, price: '0.0001' });
      sellers.push(seller);
    });
    const ask = (caller: number) => {
      const { sellerId } = sellers[Math.floor(Math.random() * sellers.length)]!;
      return attacker.chat(key, { model, venue_pin: sellerId, stream: caller % 2 === 0 });
    };
    return () =>
      attacker.repeat(attacker.size(32, 4), 250, (caller) =>
        caller % 8 === 0 ? register() : ask(caller),
      );
  },
};

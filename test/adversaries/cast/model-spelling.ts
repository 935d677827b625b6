import type { Adversary } from '../adversary';

/** If sellers received the buyer's spelling, a strict engine would answer 404 and lose standing. */
export const modelSpelling: Adversary = {
  name: 'model-spelling',
  does: 'A buyer spells the model in ways that the book treats as the same model and a strict engine does not.',
  attacks: "honest sellers' standing",
  prepare: async (attacker) => {
    const key = await attacker.buyer('10');
    const { model } = attacker.market;
    const spellings = [model.toUpperCase(), model.toLowerCase(), ` ${model} `, swapped(model)];
    return () =>
      attacker.repeat(4, 150, (caller) => attacker.chat(key, { model: spellings[caller] }));
  },
};

function swapped(model: string): string {
  return [...model]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}

/** An adversary: a participant of the market, or a stranger, who means it ill. */
import type { Attacker } from './attacker';

/** Goes on until `attacker.signal` is aborted. */
export type Attack = () => Promise<unknown>;

export interface Adversary {
  readonly name: string;
  /** Who does what, in one sentence. */
  readonly does: string;
  /** What of the market would give way. */
  readonly attacks: string;
  /** Honest sellers stand under names then, beside the same look-ups, and not at addresses. */
  readonly honestByName?: true;
  /** Gets what the attack needs: accounts, sellers, asks. The honest load is under way already. */
  prepare(attacker: Attacker): Promise<Attack>;
}

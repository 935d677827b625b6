/** An adversary: a hostile participant or anonymous client of the market. */
import type { Attacker } from './attacker';

/** Continues until `attacker.signal` is aborted. */
export type Attack = () => Promise<unknown>;

export interface Adversary {
  readonly name: string;
  /** The attack in one sentence. */
  readonly does: string;
  /** The resource or guarantee under attack. */
  readonly attacks: string;
  /** Honest sellers then have host names instead of IP addresses, and depend on DNS as well. */
  readonly honestByName?: true;
  /** Honest requests then name no `max_price`: the book decides what they may pay. */
  readonly honestWithoutPrice?: true;
  /** Creates what the attack needs: accounts, sellers, asks. The honest load is already running. */
  prepare(attacker: Attacker): Promise<Attack>;
}

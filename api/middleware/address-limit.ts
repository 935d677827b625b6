/** Limits what one client address has open at this gateway, such as its sockets. */
import { addressGroup } from './authentication-throttling';

export class AddressLimit {
  private readonly held = new Map<string, number>();

  constructor(private readonly perAddress: number) {}

  /**
   * Takes a place; null when all are taken.
   * @returns a function that releases the place, once
   */
  take(address: string | undefined): (() => void) | null {
    const group = addressGroup(address);
    const held = this.held.get(group) ?? 0;
    if (held >= this.perAddress) return null;
    this.held.set(group, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.held.get(group) ?? 1) - 1;
      if (left > 0) this.held.set(group, left);
      else this.held.delete(group);
    };
  }
}

/** The wire formats that sellers may speak, one row each: the first that has an endpoint's path. */
import { chatCompletions } from './chat-completions';
import type { SellerProtocol } from './protocol';

/** The last row has every path. */
const PROTOCOLS: readonly SellerProtocol[] = [chatCompletions];

/** @param endpointUrl the seller's address, as registered */
export function protocolOf(endpointUrl: string): SellerProtocol {
  const path = new URL(endpointUrl).pathname;
  return PROTOCOLS.find(({ hasPath }) => hasPath(path))!;
}

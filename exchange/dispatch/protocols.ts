/**
 * The wire formats of sellers, one row each: the first row that accepts an endpoint's path applies.
 */
import { chatCompletions } from './chat-completions';
import type { SellerProtocol } from './protocol';

/** The last row accepts every path. */
const PROTOCOLS: readonly SellerProtocol[] = [chatCompletions];

/** @param endpointUrl the seller's address, as registered */
export function protocolOf(endpointUrl: string): SellerProtocol {
  const path = new URL(endpointUrl).pathname;
  return PROTOCOLS.find(({ hasPath }) => hasPath(path))!;
}

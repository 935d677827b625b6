/**
 * A wire format of sellers. Buyers, bounds, counting and settlement use chat completions only: a
 * protocol translates requests from them and answers into them.
 */
import type { JsonObject } from '../../domain/json-object';
import type { PreparedBody } from '../../domain/seller-body';

/** Splits a stream into events; null is its end. */
export interface ChunkReader {
  /** Characters of an event that is not complete. */
  readonly waitingCharacters: number;
  /** Each item is the JSON of one chat completion chunk, or `[DONE]`. */
  feed(bytes: Buffer | null): readonly string[];
}

export interface SellerProtocol {
  /** Whether an endpoint with this path uses the protocol. */
  readonly hasPath: (path: string) => boolean;
  /** The URL to which requests are posted. */
  readonly requestUrl: (endpointUrl: string) => URL;
  /** The URL for health checks: the cheapest resource of such an endpoint. */
  readonly healthUrl: (endpointUrl: string) => URL;
  /** Headers in addition to those that every seller receives. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * @param maxTokens the reserved size minus the prompt, per choice; null when the buyer stated a
   *   cap
   */
  readonly requestBody: (body: PreparedBody, model: string, maxTokens: number | null) => Buffer;
  /** The same without the members that the exchange added; null when it added none. */
  readonly bareBody: (body: PreparedBody, model: string, maxTokens: number | null) => Buffer | null;
  /**
   * A whole answer as a chat completion. An answer in another format stays unchanged and is
   * malformed.
   */
  readonly completionOf: (answer: JsonObject) => JsonObject;
  /** A new reader for each stream. */
  readonly chunkReader: () => ChunkReader;
}

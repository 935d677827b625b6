/**
 * A wire format in which sellers are asked and answer. Buyers, bounds, counting and settlement know
 * chat completions only: a protocol translates its requests from them and its answers into them.
 */
import type { JsonObject } from '../../domain/completion';
import type { PreparedBody } from '../../domain/seller-body';

/** Splits a stream into events; null is its end. */
export interface ChunkReader {
  /** The JSON of one chunk of a chat completion each, or `[DONE]`. */
  feed(bytes: Buffer | null): readonly string[];
}

export interface SellerProtocol {
  /** Whether an endpoint of this path speaks it. */
  readonly hasPath: (path: string) => boolean;
  /** Where requests are posted. */
  readonly requestUrl: (endpointUrl: string) => URL;
  /** What health checks read: of what such an endpoint serves the cheapest. */
  readonly healthUrl: (endpointUrl: string) => URL;
  /** Besides those that every seller is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** @param maxTokens the reserved size less the prompt, per choice; null when the buyer named a cap */
  readonly requestBody: (body: PreparedBody, model: string, maxTokens: number | null) => Buffer;
  /** A whole answer as a chat completion. What is no answer of this protocol stays as it is: it is malformed. */
  readonly completionOf: (answer: JsonObject) => JsonObject;
  /** One for each stream. */
  readonly chunkReader: () => ChunkReader;
}

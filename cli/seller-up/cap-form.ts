/**
 * The cap of an answer has two names: older servers know `max_tokens` only and ignore the other,
 * reasoning models of OpenAI refuse it. Both are sent until a server refuses the older one.
 */
import type { JsonObject } from '../../domain/json-object';

type Request = JsonObject & { readonly max_tokens?: unknown };

export class CapForm {
  private isNewOnly = false;

  /** The request as the server is asked. */
  of(request: Request): JsonObject {
    if (this.isNewOnly) return newOnly(request);
    const { max_tokens: older, max_completion_tokens: newer } = request;
    const hasNewerOnly = (older ?? null) === null && (newer ?? null) !== null;
    return hasNewerOnly ? { ...request, max_tokens: newer } : request;
  }

  /** Another form of a refused request; null when the refusal is not about the cap. */
  other(request: Request, refusal: string): JsonObject | null {
    const asked = this.of(request);
    const mayBlame = 'max_tokens' in asked && /max_(?:completion_)?tokens/.test(refusal);
    return this.isNewOnly || !mayBlame ? null : newOnly(request);
  }

  /** The other form was accepted: it is the first one from now on. */
  hasServedNewOnly(): void {
    this.isNewOnly = true;
  }
}

function newOnly({ max_tokens: older, ...request }: Request): JsonObject {
  if ((older ?? null) === null) return request;
  return { max_completion_tokens: older, ...request };
}

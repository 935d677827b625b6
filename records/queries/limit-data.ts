/** A learned limit as events and the profile of its seller show it. */
import type { LearnedLimit } from '../../domain/learned-limits';

export function limitData({ modelId, lacks, contextTokens, until }: LearnedLimit) {
  return {
    model_id: modelId,
    lacks: [...lacks],
    from_tokens: contextTokens,
    until: until.toISOString(),
  };
}

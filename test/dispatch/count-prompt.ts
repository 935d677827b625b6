/** Our count of a prompt by the rules of an instrument outside the catalog. */
import {
  DEFAULT_PROMPT_RULES,
  type PromptParts,
  measurePrompt,
  tokensOfPrompt,
} from '../../domain/prompts/size';

export function countPromptTokens(request: PromptParts): number {
  return tokensOfPrompt(measurePrompt(request), DEFAULT_PROMPT_RULES).countedPromptTokens;
}

/** Input of a step that an operator may have sent to its workflow by hand. */
import type { Check } from '../domain/shapes';
import { StepFailure } from '../exchange/chat/step-failure';

/** @throws StepFailure that is not retried */
export function readable<Input>(input: Input, isReadable: Check, what: string): Input {
  if (isReadable(input)) return input;
  throw StepFailure.final(`The ${what} cannot be read`, 'invalid_request');
}

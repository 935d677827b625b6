/** A step that failed for a reason it knows: `type` is a code of the error registry, or a word of our own for the history. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  private constructor(
    message: string,
    readonly type: string,
    /** Whether the same step can succeed when it is done again. */
    readonly isRetryable: boolean,
    /** What stood in the way, for operators. */
    readonly detail?: string,
  ) {
    super(message);
  }

  static retryable(message: string, type: string): StepFailure {
    return new StepFailure(message, type, true);
  }

  static final(message: string, type: string, detail?: string): StepFailure {
    return new StepFailure(message, type, false, detail);
  }
}

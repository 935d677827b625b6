/**
 * A step that failed for a known reason: `type` is a code of the error registry, or an internal
 * name for the history.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  private constructor(
    message: string,
    readonly type: string,
    /** Whether a retry of the same step can succeed. */
    readonly isRetryable: boolean,
    /** The cause, for operators. */
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

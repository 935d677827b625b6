/** A problem that the user can solve: its description and remedy. Shown without a stack. */
export class SetupError extends Error {
  constructor(
    message: string,
    readonly wayOut?: string,
  ) {
    super(message);
    this.name = 'SetupError';
  }
}

/** One line of progress during a long operation. */
export type Progress = (line: string) => void;

/** A problem that the user can solve: what is wrong, and the way out. Shown without a stack. */
export class SetupError extends Error {
  constructor(
    message: string,
    readonly wayOut?: string,
  ) {
    super(message);
    this.name = 'SetupError';
  }
}

/** One line of progress, shown while something takes its time. */
export type Progress = (line: string) => void;

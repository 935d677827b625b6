import { EXIT_CODES, type Exit } from './exit-codes';

interface Circumstances {
  readonly exit?: Exit;
  /** The error code of the gateway, or of the command itself. */
  readonly code?: string;
  /** What the person can do about it. */
  readonly remedy?: string;
  /** The body of the gateway's answer, if any. */
  readonly body?: unknown;
}

/** The reason of a failure, for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  readonly code: string;
  readonly remedy: string | null;
  private readonly body: unknown;

  constructor(message: string, { exit = 'usage', code, remedy, body }: Circumstances = {}) {
    super(message);
    this.exitCode = EXIT_CODES[exit].code;
    this.code = code ?? exit;
    this.remedy = remedy ?? null;
    this.body = body ?? null;
  }

  /** For programs: the gateway's own body, else the same fields. */
  toJson(): unknown {
    if (this.body !== null) return this.body;
    return { code: this.code, message: this.message, remedy: this.remedy };
  }
}

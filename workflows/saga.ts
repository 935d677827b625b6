/**
 * Compensations of a saga. Each is registered before the step that it undoes, because a step that
 * timed out may have happened; each is idempotent and has no effect when its step never ran. They
 * run in reverse order, in a scope that a cancellation of the workflow cannot reach.
 */
import { CancellationScope, log } from '@temporalio/workflow';

export class Saga {
  private readonly undo: { readonly name: string; readonly run: () => Promise<void> }[] = [];

  /** Registers the compensation of the next step. */
  before(name: string, run: () => Promise<void>): void {
    this.undo.unshift({ name, run });
  }

  /** Discards the compensations: the steps remain in effect. */
  stand(): void {
    this.undo.length = 0;
  }

  async compensate(): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      for (const { name, run } of this.undo.splice(0)) {
        await run().catch((err: unknown) =>
          log.error('Compensation failed', { name, error: String(err) }),
        );
      }
    });
  }
}

import type { Command } from 'commander';
import { type CommandContext, contextOf } from '../context';
import { printDone, printList } from '../output';

interface Report {
  readonly as_of: string | null;
  readonly violations: number;
}

export function addReconcileCommands(program: Command): void {
  const reconcile = program.command('reconcile').description('the invariants of the records');

  reconcile
    .command('status')
    .description('the newest results')
    .action(async (_options: object, command: Command) => {
      const context = contextOf(command);
      report(context, await context.client.call('GET', '/reconciliation'));
    });

  reconcile
    .command('run')
    .description('check every invariant now; ends with 1 when one is violated')
    .action(async (_options: object, command: Command) => {
      const context = contextOf(command);
      report(context, await context.client.call('POST', '/reconciliation/runs'));
    });
}

function report({ output }: CommandContext, answer: unknown): void {
  const { as_of: asOf, violations } = answer as Report;
  printList(output, answer, 'invariants', ['id', 'status', 'violations', 'duration_ms']);
  if (violations > 0) process.exitCode = 1;
  if (!output.json && asOf !== null) {
    printDone(output, answer, `${violations} violations, as of ${asOf}`);
  }
}

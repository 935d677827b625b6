import { Argument, type Command } from 'commander';
import { SHELLS, type Shell, completionScript } from '../completion';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('the completion script of a shell; its first lines say how to load it')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}

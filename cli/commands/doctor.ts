import type { Command } from 'commander';
import { outputOf } from '../context';
import { EXIT_CODES } from '../exit-codes';
import { checksTable, printJson } from '../output';
import { withProgress } from '../progress';
import type { Finding } from '../doctor/finding';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check what an exchange needs, with the settings of this folder: settings, versions, ports, clocks, indexes, search attributes. It changes nothing; exit code 1 if something fails',
    )
    .action(async (_options: object, command: Command) => {
      const findings = await withProgress('looking', examine());
      if (findings.some(({ status }) => status === 'fail')) {
        process.exitCode = EXIT_CODES.failed.code;
      }
      if (outputOf(command).json) return printJson({ checks: findings });
      console.log(checksTable(findings));
    });
}

/** Loads the clients of the servers only now: no other command needs them. */
async function examine(): Promise<Finding[]> {
  const { checkGateway, checkNode, checkOpenFiles, checkSettings } =
    await import('../doctor/machine.js');
  const { finding, settings } = checkSettings(process.env);
  const machine = [checkNode(), finding];
  if (!settings) return machine;
  const [{ checkMongodb }, { checkRedis }, { checkTemporal }] = await Promise.all([
    import('../doctor/mongodb.js'),
    import('../doctor/redis.js'),
    import('../doctor/temporal.js'),
  ]);
  const others = await Promise.all([
    checkMongodb(settings),
    checkRedis(settings),
    checkTemporal(settings),
    checkGateway(settings),
  ]);
  return [...machine, checkOpenFiles(settings), ...others.flat()];
}

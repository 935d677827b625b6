import type { Command } from 'commander';
import { loadSettings } from '../../config/settings';
import { CommandError } from '../command-error';
import { confirm } from '../confirmation';
import { outputOf } from '../context';
import { printDone } from '../output';

const QUESTION =
  'Every key, ticket and stored answer that depends on an earlier KEY_PEPPER or PAYLOAD_KEYS is given up. Go on?';

export function addSecretsCommands(program: Command): void {
  program
    .command('secrets')
    .description('the secrets of a deployment, with the settings of this folder')
    .command('replace')
    .description(
      'make KEY_PEPPER and PAYLOAD_KEYS of this folder those of the deployment, when the earlier ones are lost or must not be used any more; start the processes afterwards',
    )
    .option('--yes', 'without a confirmation')
    .action(async (options: { yes?: boolean }, command: Command) => {
      const [{ ofThisFolder, openDatabase }, { ownSecrets, replaceSecrets }, { collectionsOf }] =
        await Promise.all([
          import('../database.js'),
          import('../../records/mongodb/claim-deployment.js'),
          import('../../records/collections.js'),
        ]);
      const settings = ofThisFolder(loadSettings);
      await confirm(QUESTION, options);
      const connection = await openDatabase();
      const { deployments } = collectionsOf(connection);
      const replaced = await replaceSecrets(deployments, ownSecrets(settings)).finally(() => {
        void connection.close();
      });
      const deployment = settings.TOKENBOOK_DEPLOYMENT;
      if (!replaced) {
        throw new CommandError(`No process of the deployment ${deployment} has started yet.`, {
          remedy: 'Start one: it records its secrets.',
        });
      }
      const sentence = `The deployment ${deployment} has the secrets of this folder.`;
      printDone(outputOf(command), { deployment }, sentence);
    });
}

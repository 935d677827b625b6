import { homedir } from 'node:os';

/**
 * The home folder of the user of this process.
 * @param instead variable that makes it unnecessary
 * @throws Error that says what to set: a user of a container may have none
 */
export function homeFolder(instead: string): string {
  try {
    return homedir();
  } catch {
    throw new Error(`This user has no home folder. Set ${instead}, or HOME.`);
  }
}

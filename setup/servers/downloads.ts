/** Alternative sources: downloads by the vendors' own testing packages. */
import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Progress, SetupError } from '../setup-error';
import { MONGOD_DOWNLOAD_VERSION, TEMPORAL_DOWNLOAD_VERSION } from './pins';

/** The Temporal testing package downloads the CLI by starting it once. */
export async function downloadTemporal(path: string, progress: Progress): Promise<void> {
  progress(`downloading the Temporal CLI ${TEMPORAL_DOWNLOAD_VERSION}`);
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const folder = dirname(path);
  try {
    const executable = {
      type: 'cached-download',
      version: TEMPORAL_DOWNLOAD_VERSION,
      downloadDir: folder,
    } as const;
    const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
    await environment.teardown();
    const name = (await readdir(folder)).find((entry) => entry.startsWith('temporal'));
    if (!name) throw new Error('the download left no file');
    await copyFile(join(folder, name), path);
  } catch (error) {
    throw unreachable('the Temporal CLI', 'temporal', 'TEMPORAL_BINARY', error);
  }
}

/** mongodb-memory-server selects the mongod build for this system. */
export async function downloadMongod(path: string, progress: Progress): Promise<void> {
  progress(`downloading mongod ${MONGOD_DOWNLOAD_VERSION}`);
  const { MongoBinary } = await import('mongodb-memory-server-core');
  try {
    const downloadDir = dirname(path);
    const found = await MongoBinary.getPath({ version: MONGOD_DOWNLOAD_VERSION, downloadDir });
    await copyFile(found, path);
  } catch (error) {
    throw unreachable('mongod', 'mongod', 'MONGOD_BINARY', error);
  }
}

function unreachable(what: string, executable: string, variable: string, error: unknown) {
  return new SetupError(
    `${what} for ${process.platform} ${process.arch} could not be fetched: ${(error as Error).message}`,
    `Check the network and "python3 -m pip --version", or install ${executable} yourself and name it in ${variable}.`,
  );
}

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs `work` while holding a lock file; takes over the lock of a dead process. */
export async function withLock(path, work) {
  await mkdir(dirname(path), { recursive: true });
  while (!(await tryLock(path))) {
    const owner = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (owner && !isRunning(owner)) await rm(path, { force: true });
    else await delay(100);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path) {
  try {
    const file = await open(path, 'wx');
    await file.write(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

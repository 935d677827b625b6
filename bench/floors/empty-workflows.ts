/** The floor of every order: one workflow without a step, run in a process of its own. */
import { request } from 'undici';
import { freePort } from '../../setup/servers/ports';
import type { Load, Sample } from '../measure/load';
import type { Stage } from '../stage';

export type RunSample = (load: Load) => Promise<Sample>;

export async function startEmptyWorkflows(
  stage: Stage,
  environment: NodeJS.ProcessEnv,
): Promise<RunSample> {
  const PORT = String(await freePort());
  await stage.startProcess('empty workflow', 'bench/empty-workflow-runner.js', {
    ...environment,
    PORT,
  });
  return async (load) => {
    const answer = await request(`http://127.0.0.1:${PORT}/`, {
      method: 'POST',
      body: JSON.stringify(load),
    });
    if (answer.statusCode !== 200) throw new Error(await answer.body.text());
    return (await answer.body.json()) as Sample;
  };
}

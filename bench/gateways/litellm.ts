/** LiteLLM's proxy, from PyPI: one worker, no database. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { onPath } from '../../setup/servers/tools';
import type { Progress } from '../../setup/setup-error';
import { Buyers } from '../chat/buyers';
import { MODEL } from '../chat/exchange';
import { pinnedPackages } from './cache';
import { INSTALL_COMMAND, type OtherGateway } from './gateway';

const PACKAGES = pinnedPackages('litellm', 'requirements.txt');
const START = 'from litellm import run_server; run_server()';
/** A model name for which it uses its bundled tokenizer and downloads none. */
const UPSTREAM_MODEL = 'openai/bench';

/** YAML, of which JSON is a subset. */
const configuration = (sellerUrl: string, masterKey: string) =>
  JSON.stringify({
    model_list: [
      {
        model_name: MODEL,
        litellm_params: {
          model: UPSTREAM_MODEL,
          api_base: `${sellerUrl}/v1`,
          api_key: 'none',
        },
      },
    ],
    general_settings: { master_key: masterKey },
  });

export const LITELLM: OtherGateway = {
  name: 'LiteLLM, one worker',
  wayIn: INSTALL_COMMAND,
  isInstalled: () => onPath('python3') !== null && PACKAGES.areThere,
  async start(stage, sellerUrl) {
    const [port, folder] = [await freePort(), stage.folder('litellm')];
    await mkdir(folder, { recursive: true });
    const masterKey = `sk-${randomBytes(32).toString('hex')}`;
    const file = join(folder, 'config.yaml');
    await writeFile(file, configuration(sellerUrl, masterKey));
    const buyers = new Buyers(`http://127.0.0.1:${port}`, [masterKey]);
    const address = ['--host', '127.0.0.1', '--port', String(port)];
    await stage.startProgram('litellm', {
      binary: onPath('python3')!,
      arguments: ['-c', START, '--config', file, ...address, '--num_workers', '1'],
      environment: {
        PYTHONPATH: PACKAGES.folder,
        LITELLM_LOG: 'ERROR',
        LITELLM_LOCAL_MODEL_COST_MAP: 'True',
        LITELLM_TELEMETRY: 'False',
        HF_HUB_OFFLINE: '1',
      },
      check: async () => void (await buyers.plain(0)),
    });
    return buyers;
  },
};

export async function installLiteLlm(progress: Progress): Promise<void> {
  progress('installing LiteLLM with pip (about 500 MB)');
  await PACKAGES.install(progress);
}

/** A running exchange, a tiny model made on the spot, and servers in front of it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../setup/servers/ports';
import type { RunningProcess } from '../../setup/servers/running-process';
import { startServerProcess } from '../../setup/servers/server-process';
import type { Progress } from '../../setup/setup-error';
import { ROOT } from '../cli/command';
import { closeAll } from '../support/close-all';
import { Exchange } from '../support/exchange';
import { LLAMA_CPP, UPSTREAMS, type Upstream } from './programs';

const READY_WITHIN_MS = 240_000;
/** What the tokenizer of the model is trained on. */
const TEXTS = [join(ROOT, 'docs'), join(ROOT, 'docs', 'guides'), join(ROOT, 'docs', 'reference')];

export class Stage {
  private readonly running: RunningProcess[] = [];
  private readonly urls = new Map<Upstream, string>();

  private constructor(
    readonly exchange: Exchange,
    readonly folder: string,
  ) {}

  /** Makes the model. */
  static async open(progress: Progress): Promise<Stage> {
    await LLAMA_CPP.install(progress);
    const folder = await mkdtemp(join(tmpdir(), 'tokenbook-world-'));
    const texts = await Promise.all(TEXTS.map(markdownIn));
    const script = join(__dirname, 'upstreams', 'make_model.py');
    const env = { PATH: process.env.PATH, PYTHONPATH: LLAMA_CPP.folder };
    await promisify(execFile)('python3', [script, folder, ...texts.flat()], { env });
    await mkdir(join(folder, 'world'));
    await rename(join(folder, 'hf'), join(folder, 'world', 'tiny'));
    return new Stage(await Exchange.pooled(), folder);
  }

  /** @returns the base URL of the one that is started once */
  async upstream(upstream: Upstream): Promise<string> {
    const url = this.urls.get(upstream) ?? (await this.start(upstream));
    this.urls.set(upstream, url);
    return url;
  }

  /** Starts another one. @returns its base URL, as a client gets it */
  async start(upstream: Upstream): Promise<string> {
    const port = await freePort();
    const own = join(this.folder, String(port));
    const url = `http://127.0.0.1:${port}/v1`;
    await mkdir(own);
    if (upstream.configuration) {
      const configuration = upstream.configuration(await this.upstream(UPSTREAMS[0]));
      await writeFile(join(own, 'config.yaml'), JSON.stringify(configuration));
    }
    const started = await startServerProcess({
      name: upstream.name,
      // A relative path is the name that transformers gives to a model.
      binary: 'env',
      arguments: [
        '-C',
        this.folder,
        'python3',
        ...upstream.start({ models: this.folder, own, port }),
      ],
      environment: {
        ...upstream.environment,
        PYTHONPATH: upstream.packages.folder,
        PYTHONDONTWRITEBYTECODE: '1',
        HOME: own,
      },
      logFile: join(own, 'log'),
      readyWithinMs: READY_WITHIN_MS,
      check: async () => {
        const headers = { authorization: `Bearer ${upstream.key ?? 'none'}` };
        const { ok, status } = await fetch(`${url}/models`, { headers });
        if (!ok) throw new Error(`${url}/models answers ${status}`);
      },
    });
    this.running.push(started);
    return url;
  }

  async close(): Promise<void> {
    await closeAll([
      () => this.exchange.stop(),
      () => Promise.all(this.running.map((one) => one.stop())),
      () => rm(this.folder, { recursive: true, force: true }),
    ]);
  }
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

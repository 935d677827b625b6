/** A shell in which the blocks of one page run, one after the other, as somebody pastes them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../support/wait';
import type { Block } from './page-blocks';

const BLOCK_TIMEOUT_MS = 60_000;

export class PageShell {
  private readonly child: ChildProcess;
  private readonly ended = new Set<string>();
  private readonly exited: Promise<unknown>;

  /** @param ports what is put in the place of each fixed port of the pages */
  constructor(
    private readonly folder: string,
    environment: NodeJS.ProcessEnv,
    private readonly ports: ReadonlyMap<string, string>,
  ) {
    this.child = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail'], {
      cwd: folder,
      env: environment,
      // A group of its own, so that what runs in the background ends with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.exited = once(this.child, 'exit');
    this.child.stdin!.write(`trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n`);
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.ended.add(line));
  }

  /** Runs a block to its end. @throws Error with what it printed when a command of it fails */
  async run(block: Block): Promise<void> {
    const name = nameOf(block);
    const file = `${name}.${block.language === 'js' ? 'mjs' : 'sh'}`;
    writeFileSync(join(this.folder, file), this.withPorts(block.text));
    const command = block.language === 'js' ? `node ./${file}` : `. ./${file}`;
    this.child.stdin!.write(`${command} > ${name}.out 2> ${name}.err < /dev/null; echo ${name}\n`);
    const hasEnded = () => this.ended.has(name);
    await until(() => hasEnded() || this.child.exitCode !== null, {
      what: `the end of ${name}`,
      timeoutMs: BLOCK_TIMEOUT_MS,
    }).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.said(name)}`);
    });
    if (!hasEnded()) throw new Error(this.said(name));
  }

  /** What a block has printed so far; one that is left in the background prints on. */
  outputOf(block: Block): string {
    return readFileSync(join(this.folder, `${nameOf(block)}.out`), 'utf8');
  }

  withPorts(text: string): string {
    const fixed = new RegExp(`(?<=[:= ])(?:${[...this.ports.keys()].join('|')})\\b`, 'g');
    return text.replace(fixed, (port) => this.ports.get(port) ?? port);
  }

  async close(): Promise<void> {
    try {
      process.kill(-this.child.pid!, 'SIGTERM');
    } catch {
      return; // it has ended, and nothing is left of its group
    }
    await this.exited;
  }

  private said(name: string): string {
    const read = (ending: string) => readFileSync(join(this.folder, `${name}.${ending}`), 'utf8');
    return `${read('out')}\n${read('err')}`.slice(-4_000);
  }
}

function nameOf({ page, line }: Block): string {
  return `${page.replaceAll(/[^a-zA-Z]+/g, '-')}-${line}`;
}

/** The Helm chart as files, and as Helm renders it. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { builtProgram } from '../support/go-program';
import type { Manifest } from './kubernetes-schemas';

export const CHART = join(__dirname, '..', '..', 'deploy', 'helm', 'tokenbook');

export type Values = Record<string, unknown>;

export const readChart = (path: string) => readFileSync(join(CHART, path), 'utf8');
export const readValues = (file: string) => parse(readChart(file)) as Values;
export const VALUE_FILES = readdirSync(CHART).filter((name) => /^values-.*\.yaml$/.test(name));

/** The values of the chart with others over them, as Helm merges them. */
export function merged(base: Values, over: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(over).map(([name, value]) => {
    const below = base[name];
    return [name, isMap(value) && isMap(below) ? merged(below, value) : value] as const;
  });
  return { ...base, ...Object.fromEntries(entries) };
}

const HELM = { name: 'helm', command: 'helm.sh/helm/v3/cmd/helm', version: 'v3.20.2' };

/** @returns Helm, built once for minutes; null where there is no Go */
export async function findHelm(): Promise<Helm | null> {
  const program = await builtProgram(HELM);
  return program === null ? null : new Helm(program);
}

export class Helm {
  constructor(private readonly program: string) {}

  async lint(...args: string[]): Promise<string> {
    return this.run('lint', '--strict', CHART, ...args);
  }

  async template(kubernetes: string, ...args: string[]): Promise<Manifest[]> {
    const version = ['--kube-version', kubernetes];
    const text = await this.run('template', 'market', CHART, ...version, ...args);
    return parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw document.errors[0]!;
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    });
  }

  async run(...args: string[]): Promise<string> {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    return promisify(execFile)(this.program, args, options).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      },
    );
  }
}

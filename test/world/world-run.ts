/** `npm run world`: real servers sell and real clients buy at a running exchange. Prints and writes the matrix. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../cli/command';
import { buyWith, openBuying } from './as-buyers';
import { SELLER_CHECKS, type Way, sellThrough } from './as-sellers';
import { type Part, renderPage, renderTable } from './matrix';
import { INTRODUCTION, NOT_RUN } from './page';
import { CHECKS, CLIENTS_OF_BUYERS, type Program, UPSTREAMS } from './programs';
import type { Row } from './row';
import { Stage } from './stage';

const { WORLD_ONLY = '' } = process.env;
const only = WORLD_ONLY === '' ? null : WORLD_ONLY.split(',').map((name) => name.trim());
const isChosen = ({ name }: Program) =>
  only === null || only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** A program that cannot be installed or started here gets a row that says why. */
async function rowOf(program: Program, name: string, run: () => Promise<Row>): Promise<Row> {
  say(name);
  try {
    await program.packages.install((line) => say(`  ${name}: ${line}`));
    return await run();
  } catch (error) {
    const version = program.packages.versionOf(program.package);
    return { name, version, outcomes: [], reason: (error as Error).message };
  }
}

async function soldBy(stage: Stage): Promise<Part> {
  const rows: Row[] = [];
  for (const upstream of UPSTREAMS.filter(isChosen)) {
    for (const way of ['direct', 'seller up'] satisfies Way[]) {
      const name = `${upstream.name}, ${way}`;
      rows.push(await rowOf(upstream, name, () => sellThrough(stage, upstream, way)));
    }
  }
  return { title: 'Servers that sell', head: 'Server', checks: SELLER_CHECKS, rows };
}

async function boughtBy(stage: Stage): Promise<Part> {
  const rows: Row[] = [];
  const buying = await openBuying(stage);
  for (const client of CLIENTS_OF_BUYERS.filter(isChosen)) {
    rows.push(await rowOf(client, client.name, () => buyWith(client, buying)));
  }
  return { title: 'Clients that buy', head: 'Client', checks: CHECKS, rows };
}

test(
  'the world',
  async () => {
    const stage = await Stage.open(say);
    try {
      const parts = [await soldBy(stage), await boughtBy(stage)];
      if (only === null) {
        const all = parts.map((part, index) => ({
          ...part,
          rows: [...part.rows, ...NOT_RUN[index]!],
        }));
        const page = join(ROOT, 'docs', 'reference', 'compatibility-matrix.md');
        await writeFile(page, renderPage(all, INTRODUCTION));
      }
      process.stdout.write(`\n${parts.map(renderTable).join('\n')}`);
    } finally {
      await stage.close();
    }
  },
  2 ** 31 - 1,
);

/** Every page and every block of commands says where it is run. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, blocksOf, unknownBlocksOf } from './page-blocks';
import { NOT_RUN, PAGES, RUN_ELSEWHERE } from './pages';

test('no guide and no page for operators is left out', () => {
  const pages = ['docs/guides', 'docs/operate'].flatMap((below) =>
    readdirSync(join(ROOT, below)).map((name) => `${below}/${name}`),
  );
  expect(pages.filter((page) => ![...PAGES, ...RUN_ELSEWHERE].includes(page))).toEqual([]);
});

test('every block says that it is run or shown', () => {
  expect(PAGES.flatMap(unknownBlocksOf)).toEqual([]);
});

test('those that are not run', () => {
  const left = PAGES.flatMap(blocksOf)
    .filter(({ notRun }) => notRun !== null)
    .map(({ page, text }) => `${page}: ${text.split('\n')[0]}`);
  expect(left).toEqual(NOT_RUN);
});

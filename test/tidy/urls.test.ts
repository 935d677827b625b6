/** An address beyond ASCII is read alike at the first call and at the ten thousandth (domain/can-parse-url.ts). */
import { typescriptFiles } from '../../setup/generate/sources';

const READER = 'domain/can-parse-url.ts';

test('no module asks URL.canParse of Node, which forgets such addresses', () => {
  const asking = typescriptFiles().filter(
    ({ module, path, text }) =>
      !['console', 'test'].includes(module) && path !== READER && text.includes('URL.canParse('),
  );
  expect(asking.map(({ path }) => path)).toEqual([]);
});

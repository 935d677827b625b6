import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conventionTables } from '../../api/docs/generated-conventions';
import { generatedErrorPages } from '../../api/docs/generated-heads';
import { helmSizes, helmValues } from '../../bench/capacity/helm-values';
import { scaleTables } from '../../bench/capacity/page';
import { generatedDescriptions } from '../../api/openapi/generated-files';
import { generatedCommandPages } from '../../cli/page';
import { settingsSchema } from '../../config/schema';
import { ERROR_CODES } from '../../domain/errors';
import { pageWith } from '../../setup/generate/block';
import { generatedClients } from '../../setup/generate/clients/files';
import { helmFiles } from '../../setup/generate/helm';
import { generatedPages } from '../../setup/generate/pages';
import { quickStartsPage } from '../../setup/generate/quick-starts';

const read = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');

describe('generated files', () => {
  const files = {
    ...generatedPages(),
    ...generatedDescriptions(),
    ...generatedErrorPages(),
    ...generatedCommandPages(),
    ...generatedClients(generatedDescriptions()),
    ...quickStartsPage(),
    ...pageWith('docs/reference/conventions.md', conventionTables()),
    ...pageWith('docs/operate/scale.md', scaleTables()),
    ...helmFiles(),
    ...helmValues(),
    ...pageWith('docs/operate/kubernetes.md', helmSizes()),
  };

  test.each(Object.entries(files))('%s is up to date', (path, content) => {
    expect(read(path)).toBe(content);
  });

  test('every error code is documented', () => {
    const page = read('docs/reference/errors.md');
    expect(
      ERROR_CODES.filter((code) => !page.includes(`| [\`${code}\`](errors/${code}.md) |`)),
    ).toEqual([]);
  });

  test('every environment variable stands in .env.example, with a meaning', () => {
    const example = read('.env.example');
    const names = Object.keys(settingsSchema.shape);
    expect(names.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([]);
    const silent = names.filter(
      (name) => !settingsSchema.shape[name as keyof typeof settingsSchema.shape].description,
    );
    expect(silent).toEqual([]);
  });
});

/** `npm run generate`: writes the generated files; `-- --check` only compares. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { generatedPages } = await import('../dist/setup/generate/pages.js');
const { generatedDescriptions } = await import('../dist/api/openapi/generated-files.js');
const { generatedErrorPages } = await import('../dist/api/docs/generated-heads.js');
const { conventionTables } = await import('../dist/api/docs/generated-conventions.js');
const { webhookEventsBlock } = await import('../dist/api/docs/generated-webhooks.js');
const { pageWith } = await import('../dist/setup/generate/block.js');
const { generatedCommandPages } = await import('../dist/cli/page.js');
const { generatedConsoleTypes } = await import('../dist/setup/generate/console-types.js');
const { generatedClients } = await import('../dist/setup/generate/clients/files.js');
const { quickStartsPage } = await import('../dist/setup/generate/quick-starts.js');
const { helmFiles } = await import('../dist/setup/generate/helm.js');
const { helmSizes, helmValues } = await import('../dist/bench/capacity/helm-values.js');
const { scaleTables } = await import('../dist/bench/capacity/page.js');
const { writeStale, listStale } = await import('../dist/setup/generate/files.js');

const descriptions = generatedDescriptions();
const files = {
  ...generatedPages(),
  ...descriptions,
  ...(await generatedConsoleTypes(descriptions)),
  ...generatedClients(descriptions),
  ...quickStartsPage(),
  ...generatedErrorPages(),
  ...generatedCommandPages(),
  ...pageWith('docs/reference/conventions.md', conventionTables()),
  ...pageWith('docs/reference/webhooks.md', webhookEventsBlock()),
  ...pageWith('docs/operate/scale.md', scaleTables()),
  ...helmFiles(),
  ...helmValues(),
  ...pageWith('docs/operate/kubernetes.md', helmSizes()),
};
const check = process.argv.includes('--check');
const stale = check ? listStale(files) : writeStale(files);
for (const path of stale)
  process.stderr.write(`${check ? 'not up to date' : 'written'}: ${path}\n`);
process.exit(check && stale.length > 0 ? 1 : 0);

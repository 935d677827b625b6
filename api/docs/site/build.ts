/**
 * Writes the pages of both ports. Run by the build: `node build.js <checkout> <folder>`. A gateway
 * only reads what is written, so its start costs nothing more.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DESCRIBED } from '../../openapi/surfaces';
import type { SiteManifest } from '../files';
import { type Site, type SiteParts, makeSite } from './site';

/** The console's own: one source of the colours, the sizes and the basic elements. */
const STYLES = [
  'console/src/design/tokens.css',
  'console/src/design/base.css',
  'api/docs/site/pages.css',
  'api/docs/site/elements.css',
  'api/docs/site/blocks.css',
];
const SCRIPT = 'api/docs/site/copy-code.js';
const ICON = 'console/src/shell/mark.svg';
const IMAGES = 'docs/images';

const PORTS = { public: DESCRIBED, operator: ['operator'] } as const;

function build(root: string, target: string): void {
  const assets = join(target, 'assets');
  mkdirSync(assets, { recursive: true });
  const style = STYLES.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  const parts: SiteParts = {
    root,
    style: asset(assets, 'docs', '.css', style),
    script: asset(assets, 'copy-code', '.js', readFileSync(join(root, SCRIPT))),
    icon: asset(assets, 'mark', '.svg', readFileSync(join(root, ICON))),
    images: copyImages(root, assets),
  };
  for (const [port, surfaces] of Object.entries(PORTS)) {
    write(join(target, port), makeSite(surfaces, parts));
  }
}

/** Its name changes with its content, so that browsers keep it for ever. */
function asset(folder: string, name: string, ending: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  const file = `${name}-${hash}${ending}`;
  writeFileSync(join(folder, file), content);
  return `/docs/assets/${file}`;
}

function copyImages(root: string, folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, IMAGES)).filter((file) => file.endsWith('.png'));
  return new Map(
    files.map((file) => {
      const path = `${IMAGES}/${file}`;
      return [path, asset(folder, basename(file, '.png'), '.png', readFileSync(join(root, path)))];
    }),
  );
}

function write(folder: string, { pages, frames, searched, tried }: Site): void {
  const files = [...pages].map(([href, text]) => {
    const file = join('pages', `${href.slice(1)}.html`);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return [href, file] as const;
  });
  for (const [name, text] of Object.entries(frames)) {
    writeFileSync(join(folder, `${name}.html`), text);
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searched));
  const manifest: SiteManifest = { pages: Object.fromEntries(files), tried };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const [root, target] = process.argv.slice(2);
if (root === undefined || target === undefined) throw new Error('build.js <checkout> <folder>');
build(root, target);

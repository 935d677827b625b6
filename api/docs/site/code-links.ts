/** Where what stands between backticks leads: routes, events, error codes, commands and settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorCode } from '../../../domain/errors';
import { errorHref } from './error-pages';
import { EVENTS_HREF } from './event-pages';
import type { CodeHref } from './guides';
import { idOf } from './markdown';
import { plainText } from './markdown-inline';
import type { DescribedRoute } from './openapi';

/** @param root the checkout */
export function codeLinks(
  root: string,
  events: readonly string[],
  routes: readonly DescribedRoute[],
): CodeHref {
  const patterns = routes.map(({ method, path, href, surface }) => {
    const steps = path.replace(/[.*+?()[\]|^$]/g, '\\$&').replace(/\{\w+\}/g, '[^/?]+');
    const optional = surface === 'buyer' ? steps.replace(/^\/buyer/, '(?:/buyer)?') : steps;
    return { pattern: new RegExp(`^${method} ${optional}(?:\\?.*)?$`), href };
  });
  const commands = sectionsOf(root, 'reference/command-line', /^#+ ([a-z-]+(?: [a-z-]+)?)$/);
  const settings = sectionsOf(root, 'operate/configuration', /^\| `([A-Z][A-Z\d_]+)` \|/);
  return (text) => {
    if (isErrorCode(text)) return errorHref(text);
    if (events.includes(text)) return `${EVENTS_HREF}/${text}`;
    const [, setting = ''] = /^([A-Z][A-Z\d_]+)(?:=.*)?$/.exec(text) ?? [];
    const [, two = '', one = ''] =
      /^(?:npx )?tokenbook (([a-z-]+)(?: [a-z-]+)?)(?: |$)/.exec(text) ?? [];
    return (
      settings.get(setting) ??
      commands.get(two) ??
      commands.get(one) ??
      patterns.find(({ pattern }) => pattern.test(text))?.href ??
      null
    );
  };
}

/** The section of a page that names each of these. */
function sectionsOf(root: string, page: string, name: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const used = new Map<string, number>();
  let href = `/docs/${page}`;
  for (const line of readFileSync(join(root, `docs/${page}.md`), 'utf8').split('\n')) {
    const [, heading] = /^#{2,4} (.*)$/.exec(line) ?? [];
    if (heading !== undefined) href = `/docs/${page}#${idOf(plainText(heading), used)}`;
    const [, named] = name.exec(line) ?? [];
    if (named !== undefined) found.set(named, href);
  }
  return found;
}

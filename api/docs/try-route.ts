/** Where a form of a route page leads: the route itself, with what was filled in. */
import { fail } from '../../domain/errors';
import type { Surface } from '../context';

export interface TriedRoute {
  readonly surface: Surface;
  /** Below its surface, with the names of its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly place: string }[];
}

const MAX_LENGTH = 200;

/**
 * @param filled the query of the form; what is empty or unknown is left out
 * @returns the path below the surface, with its query
 */
export function triedUrl({ path, parameters }: TriedRoute, filled: URLSearchParams): string {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, place } of parameters) {
    const value = (filled.get(name) ?? '').trim();
    if (value.length > MAX_LENGTH) {
      throw fail('invalid_request', { param: name, message: `${name} is too long.` });
    }
    if (place === 'query' && value !== '') query.set(name, value);
    if (place !== 'path') continue;
    // A step of dots would lead to another path.
    if (/^\.{0,2}$/.test(value)) {
      throw fail('invalid_request', { param: name, message: `${name} is required.` });
    }
    url = url.replace(`{${name}}`, () => encodeURIComponent(value));
  }
  return query.size > 0 ? `${url}?${query.toString()}` : url;
}

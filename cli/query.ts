/** Options of a search as the query of an address. */
import { queryOf } from './context';

/** `olderThan` becomes `older_than`; what was not given is left out. */
export function searchQuery(options: Readonly<Record<string, string | undefined>>): string {
  const named = Object.entries(options).map(([name, value]) => [snakeCase(name), value] as const);
  return queryOf(Object.fromEntries(named));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

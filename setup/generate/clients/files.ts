/** The generated parts of the clients in `clients/`. */
import { readApi } from './operations';
import { pythonClient } from './python';
import { typescriptClient } from './typescript';

/**
 * @param descriptions content by path, as `generatedDescriptions` returns it
 * @returns content by path
 */
export function generatedClients(
  descriptions: Readonly<Record<string, string>>,
): Record<string, string> {
  const api = readApi(descriptions);
  return { ...typescriptClient(api), ...pythonClient(api) };
}

/** Serves the description of a surface, as JSON or, by the path's extension, as YAML. */
import type { IRouter } from 'express';
import { stringify } from 'yaml';
import { route } from '../middleware/routes';
import type { Surface } from '../context';
import { describeSurface } from './document';

export function serveDescription(
  router: IRouter,
  surface: Surface,
  paths: readonly string[],
  publicUrl?: string,
): void {
  const description = describeSurface(surface, publicUrl);
  for (const path of paths) {
    const form = path.endsWith('.yaml') ? 'yaml' : 'json';
    const text = form === 'yaml' ? stringify(description) : JSON.stringify(description);
    route(router, path, {
      get: (_req, res) => {
        res.set('Cache-Control', 'public, max-age=300').type(`application/${form}`);
        res.send(text);
      },
    });
  }
}

/** Serves the description of a surface, as JSON or, by the path's extension, as YAML. */
import type { IRouter } from 'express';
import type { Surface } from '../context';
import { route } from '../middleware/routes';
import { writtenAnywhere, writtenDescription, writtenYaml } from './written';

export function serveDescription(
  router: IRouter,
  surface: Surface,
  path: string,
  publicUrl?: string,
): void {
  serve(router, path, 'application/json', JSON.stringify(writtenDescription(surface, publicUrl)));
}

/** The Buyer surface, at a path of the release before the surfaces. */
export function serveYamlDescription(router: IRouter, path: string, publicUrl?: string): void {
  serve(router, path, 'application/yaml', writtenYaml(publicUrl));
}

export function serveStreamDescription(router: IRouter, path: string): void {
  serve(router, path, 'application/json', writtenAnywhere('stream'));
}

export function serveWebhooksDescription(router: IRouter, path: string): void {
  serve(router, path, 'application/json', writtenAnywhere('webhooks'));
}

function serve(router: IRouter, path: string, type: string, text: string): void {
  route(router, path, {
    get: (_req, res) => {
      // Behind a credential its check has set another one.
      if (!res.hasHeader('Cache-Control')) res.set('Cache-Control', 'public, max-age=300');
      res.type(type).send(text);
    },
  });
}

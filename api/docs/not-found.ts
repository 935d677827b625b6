/** What a browser is shown at an address where nothing is. Clients of the API get the error body instead. */
import type { Request, RequestHandler } from 'express';
import type { DocsFiles } from './files';
import { html } from './html';
import { MISSING_PATH } from './site/searched';

const SHOWN_LENGTH = 200;

export function notFoundPage(files: DocsFiles, setPolicy: RequestHandler): RequestHandler {
  return async function showNotFound(req, res, next) {
    if (!isBrowser(req)) return next();
    const frame = await files.frame('not-found');
    const path = req.originalUrl.split('?')[0]?.slice(0, SHOWN_LENGTH) ?? '';
    await setPolicy(req, res, () => undefined);
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Encoding' });
    res.status(404).type('html');
    res.send(frame.replace(MISSING_PATH, () => html`${path}`.text));
  };
}

/** Browsers name the type of a page when somebody opens an address; programs name none, or JSON. */
function isBrowser({ method, headers: { accept = '' } }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) && accept.includes('text/html');
}

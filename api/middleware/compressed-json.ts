/** Long answers to reads are compressed for those who ask for it: pages repeat them every few seconds. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A shorter answer fits one packet or two. */
const COMPRESSED_FROM = 2_048;

export const compress = promisify<string, Buffer>(gzip);

/** Whether a text is compressed in the answer to this request. */
export function isCompressed(req: Request, text: string): boolean {
  return text.length >= COMPRESSED_FROM && req.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/** From now on `res.json` sends a long body compressed. */
export function compressJson(req: Request, res: Response): void {
  const sendJson = res.json.bind(res);
  res.json = (body: unknown) => {
    const text = JSON.stringify(body);
    res.vary('Accept-Encoding');
    if (text === undefined || !isCompressed(req, text)) return sendJson(body);
    res.type('application/json').set('Content-Encoding', 'gzip');
    compress(text).then(
      (bytes) => res.send(bytes),
      (err: unknown) => res.destroy(err as Error),
    );
    return res;
  };
}

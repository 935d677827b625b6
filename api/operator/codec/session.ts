/**
 * Signing in to the codec from a browser: the Temporal web UI sends what cookies the browser has for
 * the operator's port, and nothing that a person could type. The cookie is not the operator's token:
 * it opens the codec alone, ends by itself, and dies with the token that it was given for.
 */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { hashKey, sameHash } from '../../../records/key-hash';

export const SESSION_HOURS = 8;
const SESSION_MS = SESSION_HOURS * 3_600_000;
export const CODEC_COOKIE = 'tokenbook_codec';

export interface SessionKeys {
  readonly keyPepper: string;
  readonly operatorToken: string;
}

export class CodecSessions {
  /** @param isSecure whether the web UI, and so the codec beside it, is reached over https */
  constructor(
    private readonly keys: SessionKeys,
    private readonly isSecure: boolean,
  ) {}

  /** @returns the id of the session: it names who opened what, and opens nothing */
  begin(res: Response): string {
    const id = randomBytes(8).toString('hex');
    const endsAtMs = Date.now() + SESSION_MS;
    const value = `${id}.${endsAtMs}.${this.signature(id, endsAtMs)}`;
    res.cookie(CODEC_COOKIE, value, { ...this.attributes, maxAge: SESSION_MS });
    return id;
  }

  end(res: Response): void {
    res.clearCookie(CODEC_COOKIE, this.attributes);
  }

  /** The id of the session that the request belongs to; null when there is none, or none any more. */
  idOf(req: Request): string | null {
    const [id, endsAt, signature] = cookieOf(req)?.split('.') ?? [];
    if (!id || !endsAt || !signature) return null;
    const endsAtMs = Number.parseInt(endsAt, 10);
    if (!(endsAtMs > Date.now())) return null;
    return sameHash(signature, this.signature(id, endsAtMs)) ? id : null;
  }

  /**
   * Strict: the web UI must be of the same site (scheme and registrable domain; the port does not
   * matter), so no other site's page can use it.
   */
  private get attributes() {
    return { httpOnly: true, sameSite: 'strict', secure: this.isSecure, path: '/codec' } as const;
  }

  private signature(id: string, endsAtMs: number): string {
    const { keyPepper, operatorToken } = this.keys;
    return hashKey(keyPepper, `codec:${hashKey(keyPepper, operatorToken)}:${id}:${endsAtMs}`);
  }
}

function cookieOf(req: Request): string | null {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.find((pair) => pair.startsWith(`${CODEC_COOKIE}=`));
  return own?.slice(CODEC_COOKIE.length + 1) ?? null;
}

/**
 * Browser sessions of the codec: the Temporal web UI sends the browser's cookies for the operator's
 * port, and cannot send a typed token. The cookie is not the operator's token: it is valid for the
 * codec only, expires, and becomes invalid with the token that it was issued for.
 */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { hashKey, sameHash } from '../../../domain/key-hash';

export const SESSION_HOURS = 8;
const SESSION_MS = SESSION_HOURS * 3_600_000;
export const CODEC_COOKIE = 'tokenbook_codec';

export interface SessionKeys {
  readonly keyPepper: string;
  readonly operatorToken: string;
}

export class CodecSessions {
  /** @param isSecure whether the web UI, and the codec with it, is reached over https */
  constructor(
    private readonly keys: SessionKeys,
    private readonly isSecure: boolean,
  ) {}

  /** @returns the id of the session: for the audit only, not a credential */
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

  /** The session id of the request; null when it is missing or expired. */
  idOf(req: Request): string | null {
    const [id, endsAt, signature] = cookieOf(req)?.split('.') ?? [];
    if (!id || !endsAt || !signature) return null;
    const endsAtMs = Number.parseInt(endsAt, 10);
    if (!(endsAtMs > Date.now())) return null;
    return sameHash(signature, this.signature(id, endsAtMs)) ? id : null;
  }

  /**
   * Strict: the web UI must be same-site (scheme and registrable domain; the port is ignored), so
   * that no other site's page can use it.
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

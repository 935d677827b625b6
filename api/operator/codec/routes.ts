/**
 * The codec of the operator's web UI: `POST /codec/decode`, in the protocol of Temporal's remote
 * codecs, and the sign-in page for browsers. Only for the operator, by token or session; every
 * decryption is recorded.
 */
import express, { type RequestHandler, Router } from 'express';
import type { RedisClient } from '../../../engine/connect-redis';
import { fail } from '../../../domain/errors';
import { openPayloads } from '../../../temporal/codec-server';
import type { GatewayDeps } from '../../gateway-deps';
import { recordDecryption } from '../../../exchange/audit/record-decryption';
import { bearerOf, isOperatorToken, notShared } from '../../middleware/credential';
import { throttleAuthentication } from '../../middleware/authentication-throttling';
import type { Guards } from '../../middleware/guards';
import { route } from '../../middleware/routes';
import { mountRoutes } from '../../routes/mount';
import { codecRoutes } from '../../routes/operator';
import { codecPage } from './page';
import { CodecSessions } from './session';
import type { RouteHandler } from '../../routes/declared-route';

const FORM_LIMIT_BYTES = 4_000;

type CodecDeps = Pick<GatewayDeps, 'settings' | 'records' | 'redis' | 'sealer'>;

export function createCodec(deps: CodecDeps, guards: Guards): Router {
  const codec = new CodecRoutes(deps);
  const router = Router();
  route(router, '/codec', { get: codec.page });
  const form = express.urlencoded({ extended: false, limit: FORM_LIMIT_BYTES, inflate: false });
  route(router, '/codec/sign-in', { post: [form, codec.signIn] });
  route(router, '/codec/sign-out', { post: codec.signOut });
  router.use('/codec/decode', codec.crossOrigin);
  mountRoutes(router, guards, codecRoutes, {
    decodePayloads: { credential: codec.credential, handler: codec.decode },
  });
  return router;
}

class CodecRoutes {
  private readonly redis: RedisClient;
  private readonly sessions: CodecSessions;
  private readonly uiOrigin: string;
  private readonly operatorToken: string;

  constructor(private readonly deps: CodecDeps) {
    const { secrets, temporalUiUrl } = deps.settings;
    this.redis = deps.redis;
    this.operatorToken = secrets.operatorToken;
    this.uiOrigin = new URL(temporalUiUrl).origin;
    this.sessions = new CodecSessions(secrets, this.uiOrigin.startsWith('https:'));
  }

  readonly page: RequestHandler = (req, res) => {
    this.show(res, req, { signedIn: this.sessions.idOf(req) !== null });
  };

  readonly signIn: RequestHandler = async (req, res) => {
    const { token } = (req.body ?? {}) as { token?: unknown };
    if (typeof token !== 'string' || !isOperatorToken(this.operatorToken, token)) {
      await throttleAuthentication(this.redis, req);
      res.status(401);
      return this.show(res, req, { signedIn: false, alert: 'This is not the operator token.' });
    }
    req.log.info({ session: this.sessions.begin(res) }, 'an operator signed in to the codec');
    res.redirect(303, '/codec');
  };

  readonly signOut: RequestHandler = (_req, res) => {
    this.sessions.end(res);
    res.redirect(303, '/codec');
  };

  /** Only pages of the web UI's origin may call the codec and read its refusals. */
  readonly crossOrigin: RequestHandler = (req, res, next) => {
    const origin = req.get('origin');
    notShared(res);
    res.vary('Origin');
    if (origin !== undefined && origin !== this.uiOrigin) {
      throw fail('forbidden', { message: 'Only the Temporal web UI may ask from a browser.' });
    }
    if (origin !== undefined) {
      res.set('Access-Control-Allow-Origin', origin);
      res.set('Access-Control-Allow-Credentials', 'true');
    }
    if (req.method !== 'OPTIONS') return next();
    res.set('Access-Control-Allow-Methods', 'POST');
    res.set('Access-Control-Allow-Headers', 'Content-Type, Authorization, X-Namespace');
    res.set('Access-Control-Max-Age', '600');
    res.status(204).end();
  };

  /**
   * The operator's token, as the command line sends it, or a session.
   * @throws Failure `unauthorized`
   */
  readonly credential: RequestHandler = async (req, res, next) => {
    const given = bearerOf(req);
    const session = this.sessions.idOf(req);
    if (given !== null && isOperatorToken(this.operatorToken, given)) {
      res.locals.codecActor = 'token';
    } else if (session !== null) {
      res.locals.codecActor = `session ${session}`;
    } else {
      if (given !== null) await throttleAuthentication(this.redis, req);
      throw fail('unauthorized', { message: 'Sign in to the codec first.' });
    }
    next();
  };

  /** Records first: a decryption that cannot be recorded is not shown. */
  readonly decode: RouteHandler<typeof codecRoutes.decodePayloads> = async (req, res, { body }) => {
    const { payloads } = body;
    const opened = await openPayloads(this.deps, payloads);
    const { orderIds } = opened;
    if (orderIds.length > 0) {
      const { codecActor: actor = 'unknown', requestId } = res.locals;
      const address = req.ip ?? null;
      await recordDecryption(this.deps.records, { orderIds, actor, address, requestId });
      req.log.info({ actor, orderIds }, 'sealed text was opened');
    }
    res.json({ payloads: opened.payloads });
  };

  private show(
    res: Parameters<RequestHandler>[1],
    req: Parameters<RequestHandler>[0],
    state: { readonly signedIn: boolean; readonly alert?: string },
  ): void {
    const endpoint = `${req.protocol}://${req.get('host') ?? ''}/codec`;
    const page = codecPage({ ...state, endpoint, uiUrl: this.deps.settings.temporalUiUrl });
    res.set('Cache-Control', 'no-store').type('html').send(page);
  }
}

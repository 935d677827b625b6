/**
 * The endpoints of the sellers of test mode, below the gateway's own address. They answer requests
 * that this exchange signed, for free, and keep nothing: the same request gets the same text.
 */
import type { JsonWebKey } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Request, type Response, Router, raw } from 'express';
import { fail } from '../../domain/errors';
import { CHECK_AUDIENCE, type PublicJwks, audienceOf, isSignedWith } from '../../domain/signing';
import {
  type ChatRequest,
  type Completion,
  complete,
  completeAtLength,
  completionBody,
  completionChunks,
  questionOf,
} from '../../domain/simulated-model';
import { type TestInstruction, instructionIn } from '../../domain/test-instructions';
import { TEST_SELLERS, type TestSellerPlan, testSellerPlan } from '../../exchange/test-mode/plans';
import { pathParameter } from '../context';
import { noteRoute } from '../middleware/routes';

const PATH = '/:id/v1/chat/completions';
const BODY_LIMIT_BYTES = 4_000_000;
const LONG_ANSWER_TOKENS_MAX = 4_096;
const SLOW_MS = 3_000;
const PAUSE_BETWEEN_CHUNKS_MS = 8;

/**
 * @param jwks public keys of this exchange; no other caller is answered
 * @param isSeller whether the id is that of the seller of the plan, which answers no other's requests
 */
export function testSellerEndpoints(
  jwks: PublicJwks,
  isSeller: (plan: TestSellerPlan, sellerId: string) => Promise<boolean>,
): Router {
  const keys = jwks.keys.map((key) =>
    createPublicKey({ key: key as unknown as JsonWebKey, format: 'jwk' }),
  );
  const router = Router();
  router.post(
    PATH,
    (req, res, next) => {
      noteRoute(req, res, PATH);
      next();
    },
    raw({ type: () => true, limit: BODY_LIMIT_BYTES }),
    async (req, res) => {
      const plan = testSellerPlan(pathParameter(req, 'id'));
      if (!plan) throw fail('not_found');
      const body = (req.body as Buffer).toString('utf8');
      if (!isSignedWith(keys, req.headers, body, Date.now())) throw fail('unauthorized');
      const audience = audienceOf(req.headers) ?? '';
      if (audience !== CHECK_AUDIENCE && !(await isSeller(plan, audience))) {
        throw fail('unauthorized');
      }
      await answer(plan, JSON.parse(body) as ChatRequest, req, res);
    },
  );
  return router;
}

async function answer(
  plan: TestSellerPlan,
  request: ChatRequest,
  req: Request,
  res: Response,
): Promise<void> {
  const instruction = instructionIn(questionOf(request));
  if (instruction === 'slow') await delay(SLOW_MS);
  if (refuse(plan, instruction, res)) return;
  const completion = {
    ...(instruction === 'long'
      ? completeAtLength(request, LONG_ANSWER_TOKENS_MAX)
      : complete(`${plan.name}, a seller of test mode`, request)),
    id: `chatcmpl-${req.get('idempotency-key') ?? ''}`,
  };
  const breaksOff = instruction === 'disconnect';
  if (request.stream) return stream(res, completion, request, breaksOff);
  const text = JSON.stringify(completionBody(completion));
  if (!breaksOff) {
    res.type('json').send(text);
    return;
  }
  res.set('Content-Length', String(text.length)).type('json');
  res.write(text.slice(0, text.length / 2), () => res.destroy());
}

/** @returns whether the request was answered with an error */
function refuse(plan: TestSellerPlan, instruction: TestInstruction | null, res: Response): boolean {
  const isFirst = plan === TEST_SELLERS[0];
  if (instruction === 'fail' || (instruction === 'fail-first' && isFirst)) {
    errorAnswer(res, 500, `test:${instruction} asks this seller to fail.`);
    return true;
  }
  if (instruction === 'refuse') {
    errorAnswer(res, 400, 'test:refuse asks this seller to refuse the request.');
    return true;
  }
  if (instruction === 'throttle') {
    errorAnswer(res.set('Retry-After', '1'), 429, 'test:throttle asks this seller to throttle.');
    return true;
  }
  return false;
}

function errorAnswer(res: Response, status: number, message: string): void {
  res.status(status).json({ error: { message, type: 'invalid_request_error' } });
}

async function stream(
  res: Response,
  completion: Completion,
  request: ChatRequest,
  breaksOff: boolean,
): Promise<void> {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const chunks = completionChunks(completion, request.stream_options?.include_usage === true);
  for (const chunk of breaksOff ? chunks.slice(0, chunks.length / 2) : chunks) {
    if (res.destroyed) return;
    res.write(`data: ${JSON.stringify(chunk)}\n\n`);
    await delay(PAUSE_BETWEEN_CHUNKS_MS);
  }
  if (breaksOff) {
    res.destroy();
    return;
  }
  res.end('data: [DONE]\n\n');
}

/**
 * The audit of the operator's changes, for all routes in one place: a change that cannot be recorded
 * is not made.
 */
import type { Request } from 'express';
import type { Settings } from '../../config/settings';
import { recordAction, recordActionEnd } from '../../exchange/audit/record-action';
import type { Records } from '../../records/connect';
import { hashKey } from '../../domain/key-hash';
import { asFailure } from '../middleware/errors';
import type { Bound, Handlers, RouteHandler, Routes } from '../routes/declared-route';

/** Fields of bodies that are recorded; none of them is a credential. */
const RECORDED_FIELDS = [
  'amount',
  'credit',
  'debit',
  'default',
  'expires_at',
  'grace_seconds',
  'halted',
  'kind',
  'label',
  'limit',
  'limit_reset',
  'max_price',
  'models',
  'name',
  'owner',
  'price_ceiling',
  'quotas',
  'reference',
  'regions',
  'standing',
  'tenor',
] as const;

export interface AuditDeps {
  readonly records: Records;
  /** Name of the operator's token in the records. */
  readonly actor: string;
}

/** Names the token in records: without the pepper nobody can compare a guess with it. */
export function tokenName({ keyPepper, operatorToken }: Settings['secrets']): string {
  return `token ${hashKey(keyPepper, operatorToken).slice(0, 8)}`;
}

/** Handlers that record each changing request and its outcome. */
export function audited<All extends Routes>(
  deps: AuditDeps,
  routes: All,
  handlers: Handlers<All>,
): Handlers<All> {
  const entries = Object.entries(routes).map(([operationId, { method }]) => {
    const bound = handlers[operationId] as Bound;
    return [operationId, method === 'get' ? bound : withAudit(deps, operationId, bound)];
  });
  return Object.fromEntries(entries) as Handlers<All>;
}

function withAudit(deps: AuditDeps, operationId: string, bound: Bound): Bound {
  if (typeof bound === 'function') return auditedHandler(deps, operationId, bound);
  return { ...bound, handler: auditedHandler(deps, operationId, bound.handler) };
}

function auditedHandler(
  { records, actor }: AuditDeps,
  action: string,
  handler: RouteHandler,
): RouteHandler {
  return async (req, res, input) => {
    const { requestId } = res.locals;
    const id = await recordAction(records, { ...actionOf(req), action, actor, requestId });
    const end = (status: number, code: string | null) =>
      recordActionEnd(records, id, { status, code }).catch((err: unknown) => {
        req.log.error({ err, audit: id }, 'the outcome of an action was not recorded');
      });
    try {
      await handler(req, res, input);
    } catch (err) {
      const { rule, code } = asFailure(err);
      await end(rule.status, code);
      throw err;
    }
    await end(res.statusCode, null);
  };
}

function actionOf(req: Request) {
  const { id, key_id: keyId, model_id: modelId } = req.params;
  const body = (req.body ?? {}) as Readonly<Record<string, unknown>>;
  const given = RECORDED_FIELDS.filter((field) => body[field] !== undefined);
  const details = Object.fromEntries(given.map((field) => [field, textOf(body[field])]));
  const { reason } = body;
  return {
    method: req.method,
    path: req.originalUrl.split('?')[0] ?? '',
    target: textOrNull(id ?? modelId),
    reason: typeof reason === 'string' ? reason : null,
    details: keyId === undefined ? details : { ...details, key_id: String(keyId) },
    address: req.ip ?? null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

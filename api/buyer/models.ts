/** `GET /v1/models` in OpenAI's list shape, because SDK tools call it first (decisions section 2). Public. */
import type { RequestHandler } from 'express';
import type { Catalog } from '../../config/catalog';
import type { Records } from '../../records/connect';
import type { ModelListBody } from '../schemas/market';

export function modelsHandler(deps: {
  readonly catalog: Catalog;
  readonly records: Records;
}): RequestHandler {
  const created = Math.floor(Date.now() / 1_000);
  return async (_req, res) => {
    const listed = deps.catalog.instruments.map(({ modelId, family }) => ({ modelId, family }));
    const known = new Set(listed.map(({ modelId }) => modelId));
    const offered = await deps.records.asks.distinct('modelId', {
      status: 'active',
      expiresAt: { $gt: new Date() },
    });
    const others = offered
      .filter((modelId) => !known.has(modelId))
      .map((modelId) => ({ modelId, family: 'other' }));
    const body: ModelListBody = {
      object: 'list',
      data: [...listed, ...others].map(({ modelId, family }) => ({
        id: modelId,
        object: 'model',
        created,
        owned_by: family,
      })),
    };
    res.json(body);
  };
}

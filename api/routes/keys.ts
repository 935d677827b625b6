/** The keys of an account, managed with one of them. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import { uuid } from '../schemas/fields';
import {
  changeKeySchema,
  createKeySchema,
  issuedKeySchema,
  keyListSchema,
  keySchema,
  rotateKeySchema,
} from '../schemas/keys';
import type { DeclaredRoute, Routes } from './declared-route';
import { keyExamples } from './examples/keys';

const shared = { tag: 'Keys', credential: 'managerKey' } as const satisfies Partial<DeclaredRoute>;
const ofOne = {
  ...shared,
  params: z.object({ id: uuid.meta({ description: 'The key.' }) }),
} as const;

export const keyRoutes = {
  createOwnKey: {
    ...shared,
    method: 'post',
    path: '/v1/keys',
    summary: 'Issue a key of the account',
    description:
      'With a key of kind `manage`; the first one comes from the operator. The new key is shown once. A key with `limit`, `models`, `regions` or `max_price` is limited to requests: it opens nothing else of the account.',
    quota: 'orders',
    body: createKeySchema,
    answer: issuedKeySchema,
    errors: ['invalid_model', 'invalid_price'],
    example: keyExamples.create,
  },
  listOwnKeys: {
    ...shared,
    method: 'get',
    path: '/v1/keys',
    summary: 'The keys of the account, without their text',
    query: pageQuerySchema,
    answer: keyListSchema,
    example: keyExamples.list,
  },
  changeOwnKey: {
    ...ofOne,
    method: 'patch',
    path: '/v1/keys/{id}',
    summary: 'Change what a key may do',
    description:
      'Null removes a bound, and what is left out stays. Each request that arrives after the answer is held to it, at every gateway.',
    quota: 'orders',
    body: changeKeySchema,
    answer: keySchema,
    errors: ['not_found', 'invalid_model', 'invalid_price'],
    example: keyExamples.change,
  },
  rotateOwnKey: {
    ...ofOne,
    method: 'post',
    path: '/v1/keys/{id}/rotate',
    summary: 'Replace the text of a key',
    description:
      'The key keeps its id, its terms and what it has used. Its new text is shown once; the earlier one works for the grace too, with the same limit. Each rotation bounds the grace of all earlier texts.',
    quota: 'orders',
    body: rotateKeySchema,
    answer: issuedKeySchema,
    errors: ['not_found'],
    example: keyExamples.rotate,
  },
  revokeOwnKey: {
    ...ofOne,
    method: 'delete',
    path: '/v1/keys/{id}',
    summary: 'Revoke a key of the account, at every gateway',
    description:
      'Also ends the credentials of tickets that the key issued. Their contracts stay: any key of the account can issue a new credential.',
    errors: ['not_found'],
  },
} as const satisfies Routes;

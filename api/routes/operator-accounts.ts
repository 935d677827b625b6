/** Accounts of buyers, their money and their keys, for the operator. */
import { z } from 'zod';
import { uuid } from '../schemas/fields';
import { createKeySchema, issuedKeySchema, rotateKeySchema } from '../schemas/keys';
import { accountSummarySchema } from '../schemas/market';
import {
  correctionSchema,
  createAccountSchema,
  namedQuerySchema,
  transferSchema,
  updateAccountSchema,
} from '../schemas/operator';
import {
  accountDetailsSchema,
  accountListSchema,
  accountSchema,
} from '../schemas/operator-answers';
import { accountStatementSchema, statementQuerySchema } from '../schemas/statements';
import type { DeclaredRoute, Routes } from './declared-route';
import { accountExamples } from './examples/operator';

const accountPath = z.object({ id: uuid.meta({ description: 'The account.' }) });

const keyPath = accountPath.extend({ key_id: uuid.meta({ description: 'The key.' }) });

const shared = {
  tag: 'Accounts',
  credential: 'operator',
} as const satisfies Partial<DeclaredRoute>;
const ofOne = {
  ...shared,
  params: accountPath,
  errors: ['not_found'],
} as const satisfies Partial<DeclaredRoute>;

export const operatorAccountRoutes = {
  listAccounts: {
    ...shared,
    method: 'get',
    path: '/admin/v1/accounts',
    summary: 'Accounts, newest first',
    query: namedQuerySchema,
    answer: accountListSchema,
    example: accountExamples.list,
  },
  createAccount: {
    ...shared,
    method: 'post',
    path: '/admin/v1/accounts',
    summary: "Open a buyer's account",
    body: createAccountSchema,
    answer: accountSchema,
    errors: ['invalid_price'],
    example: accountExamples.create,
  },
  getAccount: {
    ...ofOne,
    method: 'get',
    path: '/admin/v1/accounts/{id}',
    summary: 'An account with its balance, open holds and keys',
    answer: accountDetailsSchema,
    example: accountExamples.show,
  },
  updateAccount: {
    ...ofOne,
    method: 'patch',
    path: '/admin/v1/accounts/{id}',
    summary: 'Change an account',
    description: 'Null removes an owner or a price ceiling.',
    body: updateAccountSchema,
    answer: accountSchema,
    errors: ['not_found', 'invalid_price'],
    example: accountExamples.update,
  },
  depositToAccount: {
    ...ofOne,
    method: 'post',
    path: '/admin/v1/accounts/{id}/deposits',
    summary: 'Deposit money',
    description:
      'Idempotent by `reference`: a repeated request gets the same answer and moves no money.',
    body: transferSchema,
    answer: accountSummarySchema,
    errors: ['not_found', 'idempotency_conflict'],
    example: accountExamples.deposit,
  },
  correctAccount: {
    ...ofOne,
    method: 'post',
    path: '/admin/v1/accounts/{id}/corrections',
    summary: 'Correct a balance',
    description:
      'Posts a journal, once per `reference`. A debit is limited to the available balance.',
    body: correctionSchema,
    answer: accountSummarySchema,
    errors: ['not_found', 'idempotency_conflict'],
    example: accountExamples.correct,
  },
  getAccountStatement: {
    ...ofOne,
    method: 'get',
    path: '/admin/v1/accounts/{id}/statement',
    summary: 'Statement of an account',
    description:
      'Journal lines that sum to the balance: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated.',
    query: statementQuerySchema,
    answer: accountStatementSchema,
    texts: ['text/csv', 'application/x-ndjson'],
    example: accountExamples.statement,
  },
  createKey: {
    ...ofOne,
    method: 'post',
    path: '/admin/v1/accounts/{id}/keys',
    summary: 'Issue a buyer key',
    description:
      'The key is shown once. With a key of kind `manage` the holder of the account issues further ones (`POST /market/v1/keys`).',
    body: createKeySchema,
    answer: issuedKeySchema,
    errors: ['not_found', 'invalid_model', 'invalid_price'],
    example: accountExamples.key,
  },
  rotateKey: {
    ...ofOne,
    method: 'post',
    path: '/admin/v1/accounts/{id}/keys/{key_id}/rotate',
    summary: 'Replace the text of a buyer key',
    description:
      'As `POST /market/v1/keys/{id}/rotate`: the new text is shown once, and the earlier one works for the grace too.',
    params: keyPath,
    body: rotateKeySchema,
    answer: issuedKeySchema,
    example: accountExamples.rotateKey,
  },
  revokeKey: {
    ...ofOne,
    method: 'delete',
    path: '/admin/v1/accounts/{id}/keys/{key_id}',
    summary: 'Revoke a buyer key, at every gateway',
    description:
      'Also ends the credentials of tickets that the key issued. Their contracts stay: any key of the account can issue a new credential.',
    params: keyPath,
  },
} as const satisfies Routes;

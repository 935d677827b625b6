import { CONTRACTS, RELAY } from './contracts';
import { DISPATCH } from './dispatch';
import { ENGINE, REBUILD } from './engine';
import { LEDGER, MONEY } from './ledger';
import type { Mutation } from './mutation';
import { CREDENTIALS, IDEMPOTENCY } from './requests';
import { STREAM } from './stream';
import { WORKFLOWS } from './workflows';

export const MUTATIONS: readonly Mutation[] = [
  ...LEDGER,
  ...MONEY,
  ...ENGINE,
  ...REBUILD,
  ...DISPATCH,
  ...STREAM,
  ...WORKFLOWS,
  ...IDEMPOTENCY,
  ...CREDENTIALS,
  ...CONTRACTS,
  ...RELAY,
];

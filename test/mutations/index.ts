import { ACCESS } from './access';
import { ARCHIVE } from './archive';
import { CONTRACTS, RELAY } from './contracts';
import { DISPATCH } from './dispatch';
import { ENGINE, REBUILD } from './engine';
import { LEDGER } from './ledger';
import { MARKET } from './market';
import { MONEY } from './money';
import type { Mutation } from './mutation';
import { CREDENTIALS, IDEMPOTENCY } from './requests';
import { STANDING } from './standing';
import { STREAM } from './stream';
import { WEBHOOKS } from './webhooks';
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
  ...ARCHIVE,
  ...MARKET,
  ...ACCESS,
  ...WEBHOOKS,
  ...STANDING,
];

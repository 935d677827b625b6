import { ACCESS } from './access';
import { ANSWERS } from './answers';
import { ARCHIVE } from './archive';
import { BOOKS } from './books';
import { CALLERS } from './callers';
import { CALLS } from './calls';
import { CALLS_CHAT } from './calls-chat';
import { CAPACITY_ORDERS } from './capacity';
import { CHATS } from './chats';
import { CONTRACTS, RELAY } from './contracts';
import { DAMAGE } from './damage';
import { DISPATCH } from './dispatch';
import { DRAWN } from './drawn';
import { DRAWN_SERVICES } from './drawn-services';
import { DRAWN_SERVICES_2 } from './drawn-services-2';
import { DRAWN_STORES } from './drawn-stores';
import { DRAWN_STORES_2 } from './drawn-stores-2';
import { DRAWN_STORES_3 } from './drawn-stores-3';
import { ENGINE, REBUILD } from './engine';
import { FLOWS } from './flows';
import { FOLLOWED_BOOKS } from './followed-books';
import { FOLLOWED_CHANGES } from './followed-changes';
import { FOLLOWED_STREAMS } from './followed-streams';
import { FOLLOWERS } from './followers';
import { GATEWAYS } from './gateways';
import { HANDLERS } from './handlers';
import { KEPT_COPIES } from './kept-copies';
import { KEPT_EXCHANGE } from './kept-exchange';
import { KEPT_RECORDS } from './kept-records';
import { LEDGER } from './ledger';
import { LOCKS } from './locks';
import { MARKET } from './market';
import { MATCHING_BOOKS } from './matching-books';
import { MATCHING_FUNCTIONS } from './matching-functions';
import { MONEY } from './money';
import type { Mutation } from './mutation';
import { OPERATING } from './operating';
import { ORDERS } from './orders';
import { PAST } from './past';
import { PROCESSES } from './processes';
import { RECORDS } from './records';
import { RELAYING } from './relaying';
import { RELAYING_CLUSTER } from './relaying-cluster';
import { RELAYING_LEASES } from './relaying-leases';
import { CREDENTIALS, IDEMPOTENCY } from './requests';
import { ROWS } from './rows';
import { CHECKED_CHATS } from './rows-chats';
import { CHECKED_CONTRACTS } from './rows-contracts';
import { INDEXED } from './rows-indexes';
import { DIGESTED } from './rows-past';
import { ROW_READS } from './rows-reads';
import { BLAME } from './rows-standings';
import { SAGAS } from './sagas';
import { SERVERS } from './servers';
import { SECRETS } from './secrets';
import { STANDING } from './standing';
import { STREAM } from './stream';
import { SURFACES } from './surfaces';
import { TERMS } from './terms';
import { RULES } from './terms-rules';
import { SHOWN_TERMS } from './terms-shown';
import { VIEWS } from './views';
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
  ...FOLLOWERS,
  ...GATEWAYS,
  ...LOCKS,
  ...ORDERS,
  ...RECORDS,
  ...CHATS,
  ...SAGAS,
  ...PAST,
  ...BOOKS,
  ...CAPACITY_ORDERS,
  ...SURFACES,
  ...CALLERS,
  ...PROCESSES,
  ...HANDLERS,
  ...SERVERS,
  ...OPERATING,
  ...FOLLOWED_BOOKS,
  ...FOLLOWED_CHANGES,
  ...FOLLOWED_STREAMS,
  ...KEPT_RECORDS,
  ...KEPT_EXCHANGE,
  ...KEPT_COPIES,
  ...MATCHING_BOOKS,
  ...MATCHING_FUNCTIONS,
  ...RELAYING,
  ...RELAYING_CLUSTER,
  ...RELAYING_LEASES,
  ...CALLS,
  ...CALLS_CHAT,
  ...ANSWERS,
  ...CHECKED_CHATS,
  ...CHECKED_CONTRACTS,
  ...ROWS,
  ...ROW_READS,
  ...BLAME,
  ...DIGESTED,
  ...INDEXED,
  ...TERMS,
  ...SHOWN_TERMS,
  ...RULES,
  ...SECRETS,
  ...FLOWS,
  ...DAMAGE,
  ...VIEWS,
  ...DRAWN,
  ...DRAWN_SERVICES,
  ...DRAWN_SERVICES_2,
  ...DRAWN_STORES,
  ...DRAWN_STORES_2,
  ...DRAWN_STORES_3,
];

/** Every environment variable: its default and its meaning. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const port = (value: number) => z.coerce.number().int().min(0).max(65_535).default(value);
const milliseconds = (value: number) => z.coerce.number().int().positive().default(value);
const count = (value: number) => z.coerce.number().int().positive().default(value);
const optionalCount = () => z.coerce.number().int().positive().optional();

/** Of comma-separated values; none when there is no list. */
export const listOf = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** An address, or `address:port`; IPv6 with a port in brackets. */
const isNameServer = (text: string) => {
  if (ipaddr.isValid(text)) return true;
  const [, address = '', portText] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return ipaddr.isValid(address) && Number(portText) > 0 && Number(portText) <= 65_535;
};
const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

export const settingsSchema = z.object({
  TOKENBOOK_ENV: z
    .string()
    .optional()
    .describe('Environment designation (staging, production). Unset means local development.'),
  TOKENBOOK_HOME: z
    .string()
    .default('.tokenbook')
    .describe('Folder of local data and credentials.'),
  TOKENBOOK_DEPLOYMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('tokenbook')
    .describe(
      'Prefix of task queues, workflow ids and schedules, so that several deployments can share one Temporal namespace.',
    ),
  TOKENBOOK_OPERATOR_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('Bearer token of the operator port; at least 32 characters when required. Secret.'),
  KEY_PEPPER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Key of the keyed hashes under which API keys are stored; at least 32 characters when required. Secret.',
    ),
  PAYLOAD_KEYS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Comma-separated base64 keys of 32 bytes that seal prompts and answers; the first one seals. Secret.',
    ),
  SIGNING_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Comma-separated Ed25519 private keys (PKCS#8, base64); the first one signs dispatches, the public halves of all are published. Secret.',
    ),
  BIND_ADDRESS: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the public port listens on.'),
  ADMIN_BIND_ADDRESS: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the operator port listens on.'),
  PORT: port(8080).describe('Public port of the gateway.'),
  ADMIN_PORT: port(8081).describe('Operator port of the gateway.'),
  HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of a worker or a relay for /livez, /readyz and /metrics, on ADMIN_BIND_ADDRESS. Default: none is opened.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => listOf(list).every(isAddressOrRange), 'must be addresses or ranges')
    .optional()
    .describe(
      'Comma-separated addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For says where a client is. Default: none is believed.',
    ),
  PUBLIC_URL: z
    .string()
    .optional()
    .describe(
      'Public address of the gateway: error bodies link to the pages of their codes below it, and pages of its origin may open the stream. Default: the links are paths, and the origin is the address it listens on.',
    ),
  BUYER_HOST: z
    .string()
    .optional()
    .describe('Host name that serves the Buyer surface at its root.'),
  SELLER_HOST: z
    .string()
    .optional()
    .describe('Host name that serves the Seller surface at its root.'),
  MARKET_HOST: z
    .string()
    .optional()
    .describe('Host name that serves the Market surface at its root.'),
  TEMPORAL_ADDRESS: z
    .string()
    .optional()
    .describe('Temporal server to use instead of a local one.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  TEMPORAL_PORT: port(7233).describe('Port of the local Temporal server.'),
  TEMPORAL_UI_PORT: port(8233).describe('Port of the local Temporal web UI.'),
  TEMPORAL_UI_URL: z.string().optional().describe('Address of the Temporal web UI, used in links.'),
  TEMPORAL_SYNCHRONOUS: z
    .enum(['FULL', 'NORMAL'])
    .default('FULL')
    .describe(
      'SQLite durability of the local Temporal server: FULL survives a power cut, NORMAL every process crash.',
    ),
  MONGODB_URI: z.string().optional().describe('MongoDB replica set to use instead of a local one.'),
  MONGODB_DATABASE: z.string().default('tokenbook').describe('Database name.'),
  MONGO_PORT: port(27117).describe('Port of the local MongoDB.'),
  REDIS_URL: z.string().optional().describe('Redis to use instead of a local one.'),
  REDIS_PORT: port(6479).describe('Port of the local Redis.'),
  TEMPORAL_BINARY: z
    .string()
    .optional()
    .describe('Path of a temporal executable to start instead of the fetched one.'),
  MONGOD_BINARY: z
    .string()
    .optional()
    .describe('Path of a mongod executable to start instead of the fetched one.'),
  REDIS_BINARY: z
    .string()
    .optional()
    .describe('Path of a redis-server executable to start instead of the system one.'),
  TOKENBOOK_CACHE: z
    .string()
    .optional()
    .describe('Folder of fetched servers; default is the user cache folder.'),
  CATALOG_FILE: z
    .string()
    .default('config/catalog.json')
    .describe("The operator's catalog of instruments."),
  ALLOWED_ORIGINS: z
    .string()
    .optional()
    .describe(
      "Comma-separated origins that browsers may connect from. Default: the gateway's own and, in local development, any loopback origin.",
    ),
  FEE_BASIS_POINTS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe("Exchange fee on the seller's side, in basis points."),
  PROMPT_MARGIN_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe('Padding of the counted prompt tokens, in percent.'),
  CHAT_QUOTA: count(600).describe('Chat requests per window and buyer key.'),
  ASKS_QUOTA: count(300).describe(
    'Asks and offers per window and seller; sellers of one owner are counted together.',
  ),
  CAPACITY_QUOTA: count(300).describe(
    'Capacity reports per window and seller; sellers of one owner are counted together.',
  ),
  DECISIONS_QUOTA: count(60).describe('Batches of up to 200 decisions per window and seller.'),
  CODEC_QUOTA: count(1_200).describe(
    'Requests per window with which the Temporal web UI may have sealed prompts and answers opened.',
  ),
  ORDERS_QUOTA: count(600).describe('Contract orders and tickets per window and buyer key.'),
  REGISTRATION_QUOTA: optionalCount().describe(
    'Registrations of sellers per window and client address. Default 60; in local development 5,000.',
  ),
  QUOTA_WINDOW_SECONDS: count(60).describe('Window of the quotas, in seconds.'),
  ACTIVE_ASKS_PER_SELLER: optionalCount().describe(
    'Asks and offers of one seller that are active at the same time. Default 1,000; in local development 10,000.',
  ),
  ASKS_BEFORE_FIRST_FILL: optionalCount().describe(
    'Asks and offers that a seller, or all sellers of one owner together, may have active before the first settled fill. Default 100; in local development as many as later.',
  ),
  MIN_ASK_NOTIONAL: z
    .string()
    .regex(/^\d{1,11}(\.\d{1,8})?$/, 'must be an amount such as 0.05')
    .default('0')
    .describe('Least worth of an ask or offer, price times capacity, in USD.'),
  FILLS_PER_FILL_OR_KILL: count(1_000).describe(
    'Fills of one fill-or-kill order, all recorded in one transaction; an order that needs more is rejected.',
  ),
  OPEN_ORDERS_PER_ACCOUNT: optionalCount().describe(
    'Contract orders of one account that are open at the same time. Default 1,000; in local development 10,000.',
  ),
  CHAT_BODY_LIMIT_BYTES: count(2_000_000).describe('Largest chat body.'),
  READER_THREADS: optionalCount().describe(
    'Threads of a gateway that parse chat bodies and count their tokens. Default: one fewer than there are processors, 1 to 4.',
  ),
  BODY_LIMIT_BYTES: count(100_000).describe('Largest body of every other route.'),
  CONNECT_TIMEOUT_MS: milliseconds(3_000).describe('Connecting to a seller.'),
  FIRST_BYTE_TIMEOUT_MS: milliseconds(15_000).describe('First byte of one attempt at a seller.'),
  FIRST_BYTE_PER_TOKEN_MS: milliseconds(30).describe(
    'Added to the first-byte time-outs of an unstreamed request, per token it may generate.',
  ),
  BID_DEADLINE_MS: milliseconds(60_000).describe("A bid's deadline to the first byte."),
  STREAM_SILENCE_MS: milliseconds(30_000).describe('Silence inside a stream.'),
  ANSWER_TIMEOUT_MS: milliseconds(600_000).describe('A whole answer.'),
  ANSWER_LIMIT_BYTES: count(8_000_000).describe(
    "Largest answer of a seller's, whatever was reserved for it: 4 MB at most when it comes whole, 12 MB as a stream.",
  ),
  DNS_SERVERS: z
    .string()
    .refine(
      (list) => listOf(list).every(isNameServer),
      'must be addresses, each with or without a port',
    )
    .optional()
    .describe(
      "Comma-separated name servers (10.0.0.2 or 10.0.0.2:5353) for sellers' names. Default: the system's.",
    ),
  SELLER_CONNECTIONS: count(128).describe('Connections to one seller.'),
  CONNECTION_WAIT_MS: milliseconds(2_000).describe(
    'How long a chat completion waits for a connection to a seller before another seller is asked. With no other it comes back to wait again, within its deadline.',
  ),
  SELLER_CONNECTION_QUEUE: count(256).describe(
    'Requests that wait for a connection to one seller, in one process. Each participant that waits gets its turn.',
  ),
  DISPATCHES_PER_WORKER: count(1_000).describe(
    'Requests to sellers under way at once in one process that works on the orders queue.',
  ),
  ORDERS_PER_WORKFLOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(40)
    .describe(
      'Chat orders that one workflow records together; 1 gives each a workflow of its own. Temporal limits the ids that a workflow can be searched by.',
    ),
  ORDER_GATHER_MS: milliseconds(500).describe(
    'How long chat orders are gathered for the workflow that records them. Nobody waits for it; each workflow costs processor time that chats would have.',
  ),
  ORDER_WATCHED_MS: milliseconds(30_000).describe(
    'How long an attempt may take before its order leaves the workflow that records it with others for one of its own. Many of those cost more than what they watch over.',
  ),
  ORDERS_WITHOUT_WORKFLOW: count(10_000).describe(
    'Chat orders of one gateway that may wait for their workflow while Temporal is unavailable; beyond it, 503.',
  ),
  REQUESTS_UNDER_WAY_PER_ACCOUNT: count(200).describe(
    'Chat requests of one account that may be under way at once.',
  ),
  CHANNEL_WAIT_MS: milliseconds(30_000).describe(
    'How long a stream waits for Redis to come back before it is broken off.',
  ),
  DISPATCH_HEARTBEAT_MS: milliseconds(2_000).describe(
    'Heartbeat time-out of a dispatch: how soon a dead worker is noticed.',
  ),
  RESERVATION_LEASE_MS: milliseconds(30_000).describe(
    'How long the book keeps a reservation that MongoDB does not know.',
  ),
  ANSWER_RETENTION_HOURS: count(24).describe(
    'How long a settled answer is remembered under its Idempotency-Key.',
  ),
  WS_CONNECTIONS_PER_ADDRESS: optionalCount().describe(
    'Order-book sockets per client address and gateway. Default 200; in local development 5,000.',
  ),
  WS_HEARTBEAT_MS: milliseconds(30_000).describe(
    'How often an order-book socket is pinged; one that has not answered until the next time is dropped.',
  ),
  SUSPENSION_MS: milliseconds(3_600_000).describe(
    'How long a seller is suspended whose dispatches fail.',
  ),
  JUDGING_WINDOW_MS: milliseconds(10_000).describe(
    'Failures of unrelated sellers within this are taken for one cause, which suspends judging. A failure is judged when it is this old.',
  ),
  PROBE_INTERVAL_MS: milliseconds(10_000).describe(
    'Least time between two probes of one seller whose requests fail: small chat requests of our own.',
  ),
  PROBES_PER_HOST: count(30).describe(
    'Probes and looks per minute at all endpoints of one host, or of one zone of names.',
  ),
  SELLER_SLEEP_AFTER_MS: milliseconds(3_600_000).describe(
    'A seller without asks and open lots that had no fill for this long sleeps: nobody looks at its endpoint, and its workflow ends.',
  ),
  HEALTH_PROBE_INTERVAL_MS: milliseconds(300_000).describe(
    'How often an endpoint of a seller is looked at, on average. Nothing follows from what is seen.',
  ),
  HEALTH_PROBE_TIMEOUT_MS: milliseconds(5_000).describe('Time for the answer to such a look.'),
  GATEWAY_WORKER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the gateway also works on the orders queue.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
});

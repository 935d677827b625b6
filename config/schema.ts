/** Every environment variable: its default and its meaning. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ARCHIVE_DAYS_MIN, isArchiveAge } from '../domain/archive';
import { MODES } from '../domain/mode';
import { count, milliseconds, optionalCount, port } from './fields';
import { serverSettings } from './server-settings';
import { host, httpUrl, listOf, origins, payloadKeys, secret, signingKeys } from './texts';
import { traceSettings } from './trace-settings';

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
  TOKENBOOK_MODE: z
    .enum(MODES)
    .default('live')
    .describe(
      'Whether this deployment is the live market or its test mode, with test money, test keys and sellers that answer for free.',
    ),
  TOKENBOOK_DEPLOYMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe(
      'Prefix of task queues, workflow ids and schedules, so that several deployments can share one Temporal namespace. It ends in -test in test mode only. Default tokenbook; in test mode tokenbook-test.',
    ),
  OTHER_MODE_URL: httpUrl()
    .optional()
    .describe(
      'Public address of the other mode. Requests with a key of that mode are told this address.',
    ),
  TEST_OPENING_BALANCE: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,8})?$/, 'must be an amount such as 1000')
    .default('1000')
    .describe('Test money with which an account of test mode begins, in USD.'),
  DEFAULT_PRICE_CEILING: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,8})?$/, 'must be a price such as 0.0006')
    .optional()
    .describe(
      'Price ceiling of new accounts, in USD per 1,000 tokens: the limit of their requests that name no max_price. Without it such a request is limited by the market.',
    ),
  TOKENBOOK_OPERATOR_TOKEN: secret()
    .optional()
    .describe('Bearer token of the operator port; at least 32 characters when required. Secret.'),
  KEY_PEPPER: secret()
    .optional()
    .describe(
      'Key of the keyed hashes under which API keys are stored; at least 32 characters when required. Secret.',
    ),
  PAYLOAD_KEYS: payloadKeys()
    .optional()
    .describe(
      'Comma-separated base64 keys of 32 bytes that encrypt prompts and answers; the first one encrypts. Secret.',
    ),
  SIGNING_KEY: signingKeys()
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
      'Port of a worker or a relay for /livez, /readyz and /metrics, on ADMIN_BIND_ADDRESS. With npm start it is that of the worker, and the next one that of the relay. Default: no port is opened.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => listOf(list).every(isAddressOrRange), 'must be addresses or ranges')
    .optional()
    .describe(
      'Comma-separated addresses or ranges (10.0.0.0/8) of trusted proxies: their X-Forwarded-For header states the client address. Default: no proxy is trusted.',
    ),
  PUBLIC_URL: httpUrl()
    .optional()
    .describe(
      'Public address of the gateway: error bodies link to their documentation pages below it, and browser pages of its origin may open the stream. Default: the links are paths, and the origin is the address it listens on.',
    ),
  BUYER_HOST: host().optional().describe('Host name that serves the Buyer surface at its root.'),
  SELLER_HOST: host().optional().describe('Host name that serves the Seller surface at its root.'),
  MARKET_HOST: host().optional().describe('Host name that serves the Market surface at its root.'),
  ...serverSettings,
  CATALOG_FILE: z
    .string()
    .default('config/catalog.json')
    .describe("The operator's catalog of instruments."),
  ALLOWED_ORIGINS: origins()
    .optional()
    .describe(
      "Comma-separated origins that browsers may connect from. Default: the gateway's own and, in local development, any loopback origin.",
    ),
  ALLOWED_HOSTS: z
    .string()
    .optional()
    .describe(
      'Comma-separated host names, such as those that a proxy on the same machine passes on. A port that listens on a loopback address answers these, loopback names, and the hosts of PUBLIC_URL, ALLOWED_ORIGINS and the surfaces; others get 421.',
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
  WEBHOOKS_QUOTA: count(60).describe(
    'Changes of webhook endpoints, test events and replays per window and account or seller.',
  ),
  CODEC_QUOTA: count(1_200).describe(
    'Requests per window by which the Temporal web UI may decrypt prompts and answers.',
  ),
  ORDERS_QUOTA: count(600).describe(
    'Contract orders and ticket purchases per window and buyer key.',
  ),
  REGISTRATION_QUOTA: optionalCount().describe(
    'Registrations of sellers per window and client address. Default 60; in local development 5,000.',
  ),
  QUOTA_WINDOW_SECONDS: count(60).describe('Window of the quotas, in seconds.'),
  ACTIVE_ASKS_PER_SELLER: optionalCount().describe(
    'Active asks and offers of one seller. Default 1,000; in local development 10,000.',
  ),
  ASKS_BEFORE_FIRST_FILL: optionalCount().describe(
    'Active asks and offers of a seller, or of all sellers of one owner together, before the first settled fill. Default 100; in local development the same limit as afterwards.',
  ),
  MIN_ASK_NOTIONAL: z
    .string()
    .regex(/^\d{1,11}(\.\d{1,8})?$/, 'must be an amount such as 0.05')
    .default('0')
    .describe('Minimum value of an ask or offer, price times capacity, in USD.'),
  FILLS_PER_FILL_OR_KILL: count(1_000).describe(
    'Maximum fills of one fill-or-kill order, which one transaction records; an order that needs more is rejected.',
  ),
  OPEN_ORDERS_PER_ACCOUNT: optionalCount().describe(
    'Open contract orders of one account. Default 1,000; in local development 10,000.',
  ),
  CHAT_BODY_LIMIT_BYTES: count(32_000_000).describe('Maximum size of a chat body.'),
  READER_THREADS: optionalCount().describe(
    'Threads of a gateway that parse chat bodies and count their tokens. Default: the number of processors minus one, 1 to 4.',
  ),
  BODY_LIMIT_BYTES: count(100_000).describe('Maximum size of a body on every other route.'),
  CONNECT_TIMEOUT_MS: milliseconds(3_000).describe('Timeout for connecting to a seller.'),
  FIRST_BYTE_TIMEOUT_MS: milliseconds(15_000).describe(
    'Maximum silence of a seller before the first token. Any byte of it proves life.',
  ),
  FIRST_BYTE_PER_TOKEN_MS: milliseconds(30).describe(
    'Added to the times for the first token of an unstreamed request, per token it may generate.',
  ),
  BID_DEADLINE_MS: milliseconds(60_000).describe(
    'Deadline of a bid for the search for a seller: it does not end an attempt whose seller shows life.',
  ),
  STREAM_SILENCE_MS: milliseconds(30_000).describe('Maximum silence within a stream.'),
  ANSWER_TIMEOUT_MS: milliseconds(600_000).describe(
    'Maximum time for the tokens of an unstreamed answer, and between two tokens of a stream.',
  ),
  ANSWER_LIMIT_BYTES: count(8_000_000).describe(
    "Maximum size of a seller's answer without media, whatever was reserved for it: at most 4 MB unstreamed, 12 MB as a stream.",
  ),
  ANSWER_MEDIA_BYTES: count(8_000_000).describe(
    'Maximum size of the pictures, sound and files in an answer, in base64.',
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
  KEEP_ALIVE_MS: milliseconds(65_000).describe(
    'How long a gateway keeps an idle connection of a client: longer than the load balancer in front of it does (60 s for most, 600 s for those of Google), or a request meets a connection that is just closed.',
  ),
  CLIENT_CONNECTIONS: count(20_000).describe(
    'Maximum connections of clients to one gateway, at most half of the file descriptors that its process may open. One address gets half of them, unless it is one of TRUSTED_PROXIES. A connection beyond that is answered at /livez, /readyz and /health only.',
  ),
  SELLER_CONNECTIONS: count(128).describe('Maximum connections to one seller.'),
  CONNECTION_WAIT_MS: milliseconds(2_000).describe(
    'How long a chat completion waits for a connection to a seller before another seller is asked. If there is no other seller, it waits again, within its deadline.',
  ),
  SELLER_CONNECTION_QUEUE: count(256).describe(
    'Maximum requests that wait for a connection to one seller, in one process. Waiting participants take turns.',
  ),
  DISPATCHES_PER_WORKER: count(1_000).describe(
    'Maximum concurrent requests to sellers in one process that polls the orders queue.',
  ),
  ORDERS_PER_WORKFLOW: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(40)
    .describe(
      'Chat orders that one workflow records together; 1 gives each a workflow of its own. Temporal limits the number of ids in a search attribute.',
    ),
  ORDER_GATHER_MS: milliseconds(500).describe(
    'How long chat orders are gathered for the workflow that records them. No request waits for it; fewer workflows leave more processor time for chats.',
  ),
  ORDER_WATCHED_MS: milliseconds(30_000).describe(
    'How long an attempt may take before its order moves from the shared workflow to one of its own. Own workflows are expensive.',
  ),
  ORDERS_WITHOUT_WORKFLOW: count(10_000).describe(
    'Maximum chat orders of one gateway that wait for their workflow while Temporal is unavailable; further requests get 503.',
  ),
  REQUESTS_UNDER_WAY_PER_ACCOUNT: count(200).describe(
    'Maximum concurrent chat requests of one account.',
  ),
  FREE_ABANDONED_TOKENS: z.coerce
    .number()
    .int()
    .min(0)
    .default(200_000)
    .describe(
      'Prompt tokens of an account and hour that cost nothing when it leaves streams before their first byte. Beyond them the prompt is charged.',
    ),
  CHANNEL_WAIT_MS: milliseconds(30_000).describe(
    'How long a stream waits while Redis is unavailable before it is aborted.',
  ),
  DISPATCH_HEARTBEAT_MS: milliseconds(2_000).describe(
    'Heartbeat timeout of gateways and dispatches: how soon a dead process is detected.',
  ),
  RESERVATION_LEASE_MS: milliseconds(30_000).describe(
    'How long the book holds a reservation that is not in MongoDB.',
  ),
  ANSWER_RETENTION_HOURS: count(24).describe(
    'How long a settled answer is stored under its Idempotency-Key.',
  ),
  WS_CONNECTIONS_PER_ADDRESS: optionalCount().describe(
    'Order-book sockets per client address and gateway. Default 200; in local development 5,000.',
  ),
  WS_HEARTBEAT_MS: milliseconds(30_000).describe(
    'How often an order-book socket is pinged; a socket that has not answered by the next ping is closed.',
  ),
  SUSPENSION_MS: milliseconds(3_600_000).describe(
    'How long a seller with failing dispatches is suspended.',
  ),
  JUDGING_WINDOW_MS: milliseconds(10_000).describe(
    'Failures of unrelated sellers that begin within this time have one cause, and judging pauses for three times as long, at most thirty times. A failure is judged when it is this old.',
  ),
  PROBE_INTERVAL_MS: milliseconds(10_000).describe(
    'Minimum time between two probes (small chat requests of the exchange) of one seller whose requests fail.',
  ),
  PROBES_PER_HOST: count(30).describe(
    'Seller probes and health probes per minute at all endpoints of one host, or of one DNS zone; also its webhook challenges, and 20 times as many webhook events.',
  ),
  SELLER_SLEEP_AFTER_MS: milliseconds(3_600_000).describe(
    'A seller without asks, open lots and fills for this long becomes dormant: health probes stop and its workflow ends.',
  ),
  HEALTH_PROBE_INTERVAL_MS: milliseconds(300_000).describe(
    'Average interval of the health probes of a seller endpoint. Their results are informational.',
  ),
  HEALTH_PROBE_TIMEOUT_MS: milliseconds(5_000).describe('Timeout of a health probe.'),
  WEBHOOK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(10_000)
    .describe('Timeout of one attempt to deliver a webhook, at most 20 seconds.'),
  WEBHOOK_RETRY_BASE_MS: milliseconds(5_000).describe(
    'Delay before the second attempt to deliver a webhook; each further delay is 2.5 times as long, up to 12 hours.',
  ),
  ARCHIVE_AFTER_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(36_500)
    .refine(isArchiveAge, `must be 0, or at least ${ARCHIVE_DAYS_MIN}`)
    .default(90)
    .describe(
      `Age in days at which ended chat requests, ended lots with their draws, the fills and journals of both, and all trades move to the archive, a collection for each kind; they stay readable. At least ${ARCHIVE_DAYS_MIN}; 0 for never.`,
    ),
  FULL_CHECK_INTERVAL_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .default(168)
    .describe(
      'How often the worker checks every invariant over all records, in hours; 0 for never. Every hour it checks the recent ones.',
    ),
  SHUTDOWN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe(
      'How long a gateway still accepts requests after SIGTERM, while its /readyz is 503: its load balancer stops sending meanwhile. Default 5,000; in local development 0.',
    ),
  SHUTDOWN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(2_000)
    .max(600_000)
    .default(20_000)
    .describe(
      'How long requests in progress may take to finish when a gateway stops. Another process takes over those that do not.',
    ),
  GATEWAY_WORKER: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the gateway also polls the orders queue.'),
  REQUEST_LOG_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(100)
    .describe(
      'Share of the requests that the log has a line for, in percent. Those that end with an error of the gateway always have one.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level.'),
  ...traceSettings,
});

/** The servers behind Tokenbook: their addresses, and those that `npm start` runs. */
import { z } from 'zod';
import { port } from './fields';
import { hostAndPort, httpUrl, mongodbAddress, secret } from './texts';

export const serverSettings = {
  TEMPORAL_ADDRESS: hostAndPort()
    .optional()
    .describe('Temporal server to use instead of a local one: host:port.'),
  TEMPORAL_NAMESPACE: z.string().default('default').describe('Temporal namespace.'),
  TEMPORAL_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_650)
    .default(30)
    .describe(
      'How many days the namespace keeps ended workflows at least. A worker raises a shorter retention, also that of a server that lost its data; 0 leaves it as it is.',
    ),
  TEMPORAL_API_KEY: secret()
    .optional()
    .describe('API key for Temporal, sent with every call; implies TLS. A secret.'),
  TEMPORAL_API_KEY_FILE: z
    .string()
    .optional()
    .describe(
      'File with the API key for Temporal instead of TEMPORAL_API_KEY; a changed file is read again within seconds.',
    ),
  TEMPORAL_TLS: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Whether the connections to Temporal use TLS. Default: true with an API key or another TEMPORAL_TLS setting.',
    ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z
    .string()
    .optional()
    .describe('PEM file of the client certificate for Temporal.'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z
    .string()
    .optional()
    .describe('PEM file of the private key of the client certificate for Temporal.'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z
    .string()
    .optional()
    .describe(
      "PEM file of the authority that signed Temporal's certificate. Default: the authorities that the system trusts.",
    ),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .optional()
    .describe("Name in Temporal's certificate, if it is not the host of TEMPORAL_ADDRESS."),
  TEMPORAL_PORT: port(7233).describe('Port of the local Temporal server.'),
  TEMPORAL_UI_PORT: port(8233).describe('Port of the local Temporal web UI.'),
  TEMPORAL_UI_URL: httpUrl().optional().describe('Address of the Temporal web UI, used in links.'),
  TEMPORAL_SYNCHRONOUS: z
    .enum(['FULL', 'NORMAL'])
    .default('FULL')
    .describe(
      'SQLite durability of the local Temporal server: FULL survives a power cut, NORMAL every process crash.',
    ),
  MONGODB_URI: mongodbAddress()
    .optional()
    .describe(
      'MongoDB replica set to use instead of a local one: mongodb:// or mongodb+srv://, with user, password and TLS options.',
    ),
  MONGODB_DATABASE: z
    .string()
    .optional()
    .describe(
      'Database name. It ends in _test in test mode only. Default tokenbook; in test mode tokenbook_test.',
    ),
  MONGO_PORT: port(27117).describe('Port of the local MongoDB.'),
  REDIS_URL: z
    .string()
    .optional()
    .describe(
      'Redis to use instead of a local one: redis://user:password@host:port/database, rediss:// for TLS, redis+sentinel://host:port,host:port/name for Sentinel, redis+cluster://host:port,host:port for a Redis Cluster.',
    ),
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
    .describe(
      'Path of a redis-server or valkey-server executable to start instead of one that is found or fetched.',
    ),
  CHROMIUM_BINARY: z
    .string()
    .optional()
    .describe('Path of a Chromium or Chrome in which the tests open the console.'),
  TOKENBOOK_CACHE: z
    .string()
    .optional()
    .describe('Folder of fetched servers; default is the user cache folder.'),
};

/** Addresses of Redis, and that no text shows the password of one. */
import { withoutCredentials } from '../../domain/without-credentials';
import { parseRedisAddress } from '../../engine/redis-address';

const SENTINELS = [
  { host: 'a.test', port: 26379 },
  { host: 'b.test', port: 5000 },
];

test.each([
  ['redis://127.0.0.1:6379', { host: '127.0.0.1', port: 6379, db: 0 }],
  ['redis://redis.test', { host: 'redis.test', port: 6379, db: 0 }],
  ['redis://redis.test/7', { host: 'redis.test', port: 6379, db: 7 }],
  ['redis://[::1]:7000/7', { host: '::1', port: 7000, db: 7 }],
  ['redis://:p%40ss%2F@redis.test', { host: 'redis.test', port: 6379, db: 0, password: 'p@ss/' }],
  [
    'rediss://us%3Aer:secret@redis.test:6380/1',
    {
      host: 'redis.test',
      port: 6380,
      db: 1,
      username: 'us:er',
      password: 'secret',
      tls: { servername: 'redis.test' },
    },
  ],
  ['rediss://10.0.0.1', { host: '10.0.0.1', port: 6379, db: 0, tls: {} }],
  [
    'redis+sentinel://a.test,b.test:5000/primary',
    { sentinels: SENTINELS, name: 'primary', role: 'master', db: 0 },
  ],
  [
    'rediss+sentinel://user:secret@a.test,b.test:5000/primary/3?sentinel_username=u&sentinel_password=s%26',
    {
      sentinels: SENTINELS,
      name: 'primary',
      role: 'master',
      db: 3,
      username: 'user',
      password: 'secret',
      sentinelUsername: 'u',
      sentinelPassword: 's&',
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    },
  ],
])('%s', (address, options) => {
  expect(parseRedisAddress(address)).toEqual({ nodes: null, options });
});

const NODES = [
  { host: 'a.test', port: 6379 },
  { host: '10.0.0.2', port: 7001 },
];

test.each<[string, object[], object]>([
  ['redis+cluster://a.test,10.0.0.2:7001', NODES, {}],
  ['redis+cluster://a.test/0', NODES.slice(0, 1), {}],
  [
    'rediss+cluster://user:sec%2Fret@a.test,10.0.0.2:7001',
    NODES,
    { username: 'user', password: 'sec/ret', tls: {} },
  ],
])('%s', (address, nodes, options) => {
  expect(parseRedisAddress(address)).toEqual({ nodes, options });
});

test.each([
  'secret',
  'http://:secret@redis.test',
  'redis://:secret@',
  'redis://:secret@redis.test:0',
  'redis://:secret@redis.test:65536',
  'redis://:secret@redis.test/first',
  'redis://:sec%ret@redis.test',
  'redis://:sec/ret@redis.test',
  'redis://:secret@redis.test?password=secret',
  'redis://:secret@a.test,b.test',
  'redis+cluster://:secret@a.test,b.test/1',
  'redis+cluster://:secret@a.test,',
  'redis+cluster://:secret@a.test?password=secret',
  'redis+sentinel://:secret@a.test,b.test',
  'redis+sentinel://:secret@a.test,/primary',
  'redis+sentinel://:secret@a.test/primary?password=secret',
])('%s is refused, and not repeated', (address) => {
  expect(() => parseRedisAddress(address)).toThrow(/^REDIS_URL is invalid: /);
  expect(() => parseRedisAddress(address)).not.toThrow(/sec.?ret/);
});

test.each([
  ['redis://user:secret@redis.test:1/0', 'redis://redis.test:1/0'],
  [
    'rediss+sentinel://:se/c@ret@a,b/p?sentinel_password=secret',
    'rediss+sentinel://a,b/p?sentinel_password=...',
  ],
  [
    'Invalid connection string "mongodb+srv://user:secret@mongo.test/?tls=true"',
    'Invalid connection string "mongodb+srv://mongo.test/?tls=true"',
  ],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'connect ECONNREFUSED 127.0.0.1:6379'],
  ['mail user@redis.test', 'mail user@redis.test'],
])('%s is printed as %s', (text, printed) => {
  expect(withoutCredentials(text)).toBe(printed);
});

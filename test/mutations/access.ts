import { area } from './mutation';

export const ACCESS = area('access', [
  {
    name: 'forged-address',
    file: 'api/middleware/client-address.ts',
    find: 'const next = forwarded.pop()?.trim();',
    replace: 'const next = forwarded.shift()?.trim();',
    harm: 'Who sends X-Forwarded-For has every address, and no limit of sockets.',
    tests: ['limits/edges.test.ts'],
  },
  {
    name: 'addresses-of-one-network-apart',
    file: 'api/middleware/authentication-throttling.ts',
    find: 'parsed.toByteArray().slice(0, 8)',
    replace: 'parsed.toByteArray().slice(0, 16)',
    harm: 'Who has an IPv6 network guesses keys without a delay, and registers without a quota.',
    tests: ['limits/edges.test.ts'],
  },
  {
    name: 'memory-of-bodies-not-given-back',
    file: 'api/middleware/body-memory.ts',
    find: '    else this.bytesOf.delete(accountId);\n    this.bytes -= bytes;\n',
    replace: '    else this.bytesOf.delete(accountId);\n',
    harm: 'After some large requests a gateway refuses everybody.',
    tests: ['bodies/reading.test.ts'],
  },
  {
    name: 'quota-of-every-key-together',
    file: 'api/middleware/rate-limit.ts',
    find: 'return { holderId: keyId, ...own };',
    replace: "return { holderId: 'all', ...own };",
    harm: 'One buyer uses up the quota of all others.',
    tests: ['e2e/refusals.test.ts'],
  },
  {
    name: 'guessed-registration-keys-not-slowed',
    file: 'api/market/register.ts',
    find: '      await throttleAuthentication(deps.redis, req);\n',
    replace: '',
    harm: 'The key of a seller is guessed at the register route without a delay.',
    tests: ['api/register.test.ts', 'registration/table.test.ts', 'limits/edges.test.ts'],
  },
  {
    name: 'seller-key-kept-by-caches',
    file: 'api/market/register.ts',
    find: "res.set('Cache-Control', 'no-store').json(",
    replace: 'res.json(',
    harm: 'A proxy keeps the key of a seller.',
    tests: ['api/register.test.ts', 'registration/table.test.ts'],
  },
]);

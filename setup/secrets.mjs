/** `npm run --silent secrets`: prints new secrets as lines of an environment file. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { newSecrets, newStorePasswords } = await import('../dist/setup/local/credentials.js');
for (const [name, value] of Object.entries({ ...newSecrets(), ...newStorePasswords() }))
  process.stdout.write(`${name}=${value}\n`);

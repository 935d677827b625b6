/** `npm test`: makes everything ready, then hands over to jest with the arguments given. */
import { spawn } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const jest = ['node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
const child = spawn(process.execPath, jest, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));

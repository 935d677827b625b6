/** A process with the secrets or the servers of another deployment ends, and names the setting. */
import { randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings';
import {
  type OwnSecrets,
  claimDeployment,
  findDeployment,
  replaceSecrets,
} from '../../records/mongodb/claim-deployment';
import { Exchange } from '../support/exchange';
import { type ProcessName, startProcess } from '../support/processes';

const HOUR_MS = 3_600_000;

const exchange = Exchange.pooledForFile();

const PROCESSES: readonly ProcessName[] = ['gateway', 'worker', 'relay'];

async function startWith(name: ProcessName, changes: Partial<Settings>): Promise<unknown> {
  const started = startProcess(name, { ...exchange.settings, ...changes });
  return started.then((running) => running.kill());
}

test.each(PROCESSES)('a %s with another KEY_PEPPER ends, and names it', async (name) => {
  const secrets = { ...exchange.settings.secrets, keyPepper: randomBytes(32).toString('hex') };
  await expect(startWith(name, { secrets })).rejects.toThrow(
    /ended with 1 before it was ready.*KEY_PEPPER is not that of the deployment/s,
  );
});

test('a gateway without the payload key that is in use ends, and names setting and key', async () => {
  const secrets = { ...exchange.settings.secrets, payloadKeys: [randomBytes(32)] };
  const { payloadKeyIds } = (await findDeployment(exchange.records.deployments, own()))!;
  await expect(startWith('gateway', { secrets })).rejects.toThrow(
    `PAYLOAD_KEYS lacks ${payloadKeyIds.join()}`,
  );
});

test('a gateway at the Redis of another market ends, and names both markets', async () => {
  const { MONGODB_DATABASE, TOKENBOOK_DEPLOYMENT } = exchange.settings;
  const other = `${MONGODB_DATABASE}-other`;
  await startWith('relay', {}); // another file may have emptied the Redis since its market claimed it
  await expect(startWith('gateway', { MONGODB_DATABASE: other })).rejects.toThrow(
    new RegExp(
      `belongs to the market ${MONGODB_DATABASE}/${TOKENBOOK_DEPLOYMENT} .* this is ${other}/${TOKENBOOK_DEPLOYMENT}`,
    ),
  );
  await exchange.records.connection.useDb(other).dropDatabase();
});

test('a gateway at a database that its Redis does not have ends, and takes no other one', async () => {
  const redisUrl = exchange.settings.redisUrl.replace(/\/\d+$/, '/5000');
  await expect(startWith('gateway', { redisUrl })).rejects.toThrow(/DB index is out of range/);
});

const own = (changes: Partial<OwnSecrets> = {}): OwnSecrets => ({
  deployment: exchange.settings.TOKENBOOK_DEPLOYMENT,
  keyPepper: 'pepper',
  payloadKeyIds: ['old'],
  keptMs: HOUR_MS,
  ...changes,
});

test('payload keys are rotated in two phases, and the old one is needed for as long as answers are kept', async () => {
  const { deployments } = exchange.records;
  const deployment = `rotating-${randomBytes(4).toString('hex')}`;
  const claim = (...payloadKeyIds: [string, ...string[]]) =>
    claimDeployment(deployments, own({ deployment, payloadKeyIds }));
  const mark = await claim('old');
  expect(await claim('old', 'new')).toBe(mark);
  expect(await claim('new', 'old')).toBe(mark);
  await expect(claim('old')).rejects.toThrow('PAYLOAD_KEYS lacks new');
  await expect(claim('new')).rejects.toThrow('PAYLOAD_KEYS lacks old');
  const endedAgo = (ms: number) =>
    deployments.updateOne({ _id: deployment }, [
      { $set: { 'earlierPayloadKeys.old': { $subtract: ['$$NOW', ms] } } },
    ]);
  await endedAgo(HOUR_MS - 30_000);
  await expect(claim('new')).rejects.toThrow('PAYLOAD_KEYS lacks old');
  await endedAgo(HOUR_MS);
  expect(await claim('new')).toBe(mark);
});

test('secrets that an operator replaces are those of the deployment from then on', async () => {
  const { deployments } = exchange.records;
  const began = own({ deployment: `replaced-${randomBytes(4).toString('hex')}` });
  const replacing = { ...began, keyPepper: 'another', payloadKeyIds: ['another'] as const };
  expect(await replaceSecrets(deployments, replacing)).toBe(false);
  const mark = await claimDeployment(deployments, began);
  expect(await replaceSecrets(deployments, replacing)).toBe(true);
  expect(await claimDeployment(deployments, replacing)).toBe(mark);
  await expect(claimDeployment(deployments, began)).rejects.toThrow('KEY_PEPPER');
});

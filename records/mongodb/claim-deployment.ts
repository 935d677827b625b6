/** A process begins only with the secrets of its deployment, whose first process recorded them. */
import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { Sealer } from '../../domain/sealing';
import type { DeploymentDocument } from '../documents/deployment';
import { hashKey } from '../../domain/key-hash';

/** What a process was started with. */
export interface OwnSecrets {
  readonly deployment: string;
  readonly keyPepper: string;
  /** Ids of its payload keys; the first one encrypts. */
  readonly payloadKeyIds: readonly [string, ...string[]];
  /** For how long something that an earlier key encrypted may have to be opened. */
  readonly keptMs: number;
}

interface SecretSettings {
  readonly TOKENBOOK_DEPLOYMENT: string;
  readonly ANSWER_RETENTION_HOURS: number;
  readonly secrets: { readonly keyPepper: string; readonly payloadKeys: readonly Buffer[] };
}

export function ownSecrets(settings: SecretSettings): OwnSecrets {
  return {
    deployment: settings.TOKENBOOK_DEPLOYMENT,
    keyPepper: settings.secrets.keyPepper,
    payloadKeyIds: new Sealer(settings.secrets.payloadKeys).keyIds,
    keptMs: settings.ANSWER_RETENTION_HOURS * 3_600_000,
  };
}

type Deployments = mongo.Collection<DeploymentDocument>;

/**
 * Records the secrets of a new deployment, and a new first payload key.
 * @returns the mark of the deployment
 * @throws Error that names the setting which differs from the deployment's
 */
export async function claimDeployment(deployments: Deployments, own: OwnSecrets): Promise<string> {
  const [payloadKey] = own.payloadKeyIds;
  const first = { mark: randomUUID(), ...fingerprint(own), earlierPayloadKeys: {} };
  await deployments.updateOne({ _id: own.deployment }, { $setOnInsert: first }, { upsert: true });
  const found = (await findDeployment(deployments, own))!;
  const different = differenceOf(found, own);
  if (different !== null) throw new Error(different);
  const earlier = { $arrayToObject: [[{ k: '$payloadKey', v: '$$NOW' }]] };
  await deployments.updateOne({ _id: own.deployment, payloadKey: { $ne: payloadKey } }, [
    {
      $set: { payloadKey, earlierPayloadKeys: { $mergeObjects: ['$earlierPayloadKeys', earlier] } },
    },
  ]);
  return found.mark;
}

/** For an operator who has lost a secret, or changed it on purpose: these are the ones from now on. */
export async function replaceSecrets(deployments: Deployments, own: OwnSecrets): Promise<boolean> {
  const replaced = { ...fingerprint(own), earlierPayloadKeys: {} };
  const { matchedCount } = await deployments.updateOne({ _id: own.deployment }, { $set: replaced });
  return matchedCount === 1;
}

/** Of a deployment that has begun. */
export interface FoundDeployment {
  readonly mark: string;
  readonly pepper: string;
  /** Ids of the payload keys with which something may be encrypted that is still opened. */
  readonly payloadKeyIds: readonly string[];
}

export async function findDeployment(
  deployments: Pick<Deployments, 'findOne'>,
  { deployment, keptMs }: Pick<OwnSecrets, 'deployment' | 'keptMs'>,
): Promise<FoundDeployment | null> {
  const isKept = { $gt: ['$$one.v', { $subtract: ['$$NOW', keptMs] }] };
  const earlier = { input: { $objectToArray: '$earlierPayloadKeys' }, as: 'one', cond: isKept };
  const kept = { $map: { input: { $filter: earlier }, as: 'one', in: '$$one.k' } };
  const payloadKeyIds = { $setUnion: [['$payloadKey'], kept] };
  const projection = { mark: 1, pepper: 1, payloadKeyIds };
  return deployments.findOne(
    { _id: deployment },
    { projection },
  ) as Promise<FoundDeployment | null>;
}

/** What keeps a process with these secrets from working in the deployment; null if nothing does. */
export function differenceOf(found: FoundDeployment, own: OwnSecrets): string | null {
  if (found.pepper !== fingerprint(own).pepper) {
    return `KEY_PEPPER is not that of the deployment ${own.deployment}, whose buyers and sellers would all be refused. ${REMEDY}`;
  }
  const missing = found.payloadKeyIds.filter((id) => !own.payloadKeyIds.includes(id));
  if (missing.length === 0) return null;
  return `PAYLOAD_KEYS lacks ${missing.join(', ')}, with which the deployment ${own.deployment} has encrypted what it still needs. ${REMEDY}`;
}

const REMEDY =
  'Give it the value that the other processes have: docs/operate/security.md. If that is lost, "tokenbook secrets replace" gives up what depends on it.';

function fingerprint({ keyPepper, payloadKeyIds: [payloadKey] }: OwnSecrets) {
  return { pepper: hashKey(keyPepper, 'deployment'), payloadKey };
}

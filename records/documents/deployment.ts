/**
 * With which secrets a deployment works. A process with others would refuse every key, or encrypt
 * what no other process can open, so it is not started (claim-deployment.ts).
 */
import { date, recordSchema, text } from '../mongodb/schema';

export interface DeploymentDocument {
  /** `TOKENBOOK_DEPLOYMENT`. */
  _id: string;
  /** Names it for good: the Redis of its books is marked with it. */
  mark: string;
  /** Keyed hash of a constant, with `KEY_PEPPER`. */
  pepper: string;
  /** Id of the payload key that encrypts. */
  payloadKey: string;
  /** Ids of the payload keys that encrypted before, and until when. */
  earlierPayloadKeys: Record<string, Date>;
}

export const deploymentSchema = recordSchema<DeploymentDocument>('deployments', {
  _id: text,
  mark: text,
  pepper: text,
  payloadKey: text,
  earlierPayloadKeys: { type: Map, of: date, required: true },
});

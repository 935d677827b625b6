/** What a seller was asked for a fill, what it answered, and which probes of it failed. */
import { z } from 'zod';
import { ATTEMPT_STATES } from '../../records/documents/fill';
import { count, textField, timeField } from './answers';

export const attemptSchema = z
  .object({
    number: count('Number of the attempt, from 1.'),
    state: z.enum(ATTEMPT_STATES).meta({ description: 'State of the attempt.' }),
    reason: textField('Kind of its failure.', 'timeout').nullable(),
    detail: textField('Why it failed.').nullable(),
    started_at: timeField('Start of the attempt'),
    ended_at: timeField('End of the attempt; null while in progress').nullable(),
  })
  .meta({ id: 'Attempt' });

export const failedProbeSchema = z
  .object({
    probe_id: textField('The `Idempotency-Key` of the probe.'),
    detail: textField('Why it failed.'),
    at: timeField('When it had failed'),
  })
  .meta({ id: 'FailedProbe' });

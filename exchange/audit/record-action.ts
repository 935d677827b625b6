/** Records the changes of the operator: before they are made, then how they ended. */
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';
import type { OperatorActionDocument } from '../../records/documents/operator-action';
import { writable } from '../../records/mongodb/writable';

export type NewAction = Omit<OperatorActionDocument, '_id' | 'at' | 'status' | 'code' | 'endedAt'>;

/** @returns the id of the record */
export async function recordAction(
  { operatorActions }: Pick<Records, 'operatorActions'>,
  action: NewAction,
): Promise<string> {
  const _id = newId();
  const open = { status: null, code: null, at: new Date(), endedAt: null };
  await writable(operatorActions).insertOne({ _id, ...action, ...open });
  return _id;
}

/** An outcome that is there already stays. */
export async function recordActionEnd(
  { operatorActions }: Pick<Records, 'operatorActions'>,
  id: string,
  outcome: Pick<OperatorActionDocument, 'status' | 'code'>,
): Promise<void> {
  await writable(operatorActions).updateOne(
    { _id: id, status: null },
    { $set: { ...outcome, endedAt: new Date() } },
  );
}

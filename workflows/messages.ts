/**
 * Handlers of signals and updates. Who can reach Temporal can send anything to a workflow: a
 * handler that throws would fail the workflow task, which is repeated without end. So every message
 * is checked first. An unreadable signal is skipped, with a line in the current details; an
 * unreadable update is rejected by its validator, which leaves no event in the history.
 *
 * The SDK decodes the payloads of an update within its validation, and those of a signal where a
 * failure fails the task. So signals arrive as they are and are decoded here.
 */
import {
  type RawValue,
  type SignalDefinition,
  type TypeInfo,
  type UpdateDefinition,
  defaultPayloadConverter,
  rawValueTypeInfo,
} from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import type { Check } from '../domain/shapes';
import { refusalOf } from '../domain/chat-course';
import { refused } from './failures';

/** For as many payloads as somebody sends. */
const UNDECODED = new Proxy<TypeInfo[]>([], { get: () => rawValueTypeInfo });

export function onSignal<Args extends unknown[]>(
  signal: SignalDefinition<Args>,
  checks: { readonly [Name in keyof Args]: Check },
  handle: (...args: Args) => void,
  skip: (line: string) => void,
): void {
  const undecoded = { ...signal, typeInfo: { inputTypes: UNDECODED } };
  setHandler(undecoded, (...sent: Args) => {
    const args = decoded(sent as readonly unknown[] as readonly RawValue[]);
    if (args && isReadable(args, checks)) handle(...(args as Args));
    else skip(`A signal \`${signal.name}\` was skipped: its input cannot be read.`);
  });
}

export function onUpdate<Answer, Args extends unknown[]>(
  update: UpdateDefinition<Answer, Args>,
  checks: { readonly [Name in keyof Args]: Check },
  handle: (...args: Args) => Promise<Answer>,
): void {
  setHandler(update, handle, {
    validator: (...args: Args) => {
      if (isReadable(args, checks)) return;
      const message = `The input of \`${update.name}\` cannot be read.`;
      throw refused(refusalOf('invalid_request', message));
    },
  });
}

/** Null when no converter makes values of it. */
function decoded(sent: readonly RawValue[]): unknown[] | null {
  try {
    return sent.map(({ payload }) => defaultPayloadConverter.fromPayload(payload));
  } catch {
    return null;
  }
}

function isReadable(args: readonly unknown[], checks: readonly Check[]): boolean {
  return args.length === checks.length && checks.every((isValue, at) => isValue(args[at]));
}

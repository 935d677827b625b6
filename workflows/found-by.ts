/** By what a workflow is found: the ids of all that it touches, and how it ended. */
import type { SearchAttributePair } from '@temporalio/common';
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { beganWithOlder, olderOf } from './older-search-attributes';
import { IDS, OUTCOME, REASON, type Touched } from './search-attributes';

/** Of the value of one attribute, as JSON. */
const VALUE_BYTES_MAX = 2_048;
/** Temporal on SQL stores 255 bytes of a Keyword. A character has at most three. */
const REASON_CHARACTERS_MAX = 80;

export function idsOf({ order, buyer, seller, contract, lot, fill }: Touched): string[] {
  return [...new Set([order, buyer, seller, contract, lot, fill].flatMap((ids) => ids ?? []))];
}

/** Adds to what the workflow is found by; one command. */
export function noteFound(touched: Touched, ...more: readonly SearchAttributePair[]): void {
  const { typedSearchAttributes: known } = workflowInfo();
  const ids = [...new Set([...(known.get(IDS) ?? []), ...idsOf(touched)])];
  // Of ASCII: each character is a byte.
  while (JSON.stringify(ids).length > VALUE_BYTES_MAX) ids.pop();
  const older = beganWithOlder(known) ? olderOf(touched) : [];
  upsertSearchAttributes([{ key: IDS, value: ids }, ...more, ...older]);
}

export function endedAs(outcome: string, reason?: string | null): SearchAttributePair[] {
  const ended = { key: OUTCOME, value: outcome };
  if (!reason) return [ended];
  return [ended, { key: REASON, value: reason.slice(0, REASON_CHARACTERS_MAX) }];
}

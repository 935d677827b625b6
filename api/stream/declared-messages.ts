/** Reads what clients send to the stream, and makes what is sent to them, by the declarations. */
import type { ParsedUrlQuery } from 'node:querystring';
import type { z } from 'zod';
import { parseWith, refuseUnknownNames } from '../middleware/body';
import {
  type ReceivedBody,
  type ReceivedName,
  type SentBody,
  type SentName,
  streamChannels,
  streamMessages,
} from './declarations';

/** Fields of a message, without the name that it has in `type`. */
export type Fields<Name extends SentName> = Omit<SentBody<Name>, 'type'>;

export function buildMessage<Name extends SentName>(
  name: Name,
  fields: Fields<Name>,
): SentBody<Name> {
  return { type: name, ...fields } as unknown as SentBody<Name>;
}

/** @throws Failure that names the first field at fault */
export function parseMessage<Name extends ReceivedName>(
  name: Name,
  payload: unknown,
): ReceivedBody<Name> {
  return parseWith(streamMessages[name].schema, payload) as ReceivedBody<Name>;
}

/** The query of an upgrade. @throws Failure that names the first parameter at fault */
export function parseUpgrade(
  channel: 'orderbook',
  query: ParsedUrlQuery,
): z.output<(typeof streamChannels)['orderbook']['query']> {
  const schema = streamChannels[channel].query;
  refuseUnknownNames(query, schema);
  return parseWith(schema, query);
}

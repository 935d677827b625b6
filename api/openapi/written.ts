/**
 * The descriptions as `npm run generate` wrote them, at the address of this exchange. Generating
 * them takes half a second of processor time, which every start of a gateway would spend.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surface } from '../context';
import { addressOf } from './surfaces';

const FOLDER = join(__dirname, 'generated');

export interface WrittenDescription {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
}

/** @param publicUrl the base of the server's address */
export function writtenDescription(surface: Surface, publicUrl?: string): WrittenDescription {
  const description = JSON.parse(read(`${surface}.json`)) as WrittenDescription;
  return { ...description, servers: [{ url: addressOf(surface, publicUrl) }] };
}

/** The description of the Buyer surface as YAML. */
export function writtenYaml(publicUrl?: string): string {
  // The address is the only part that depends on the exchange.
  return read('buyer.yaml').replace(
    `- url: ${addressOf('buyer')}\n`,
    () => `- url: ${JSON.stringify(addressOf('buyer', publicUrl))}\n`,
  );
}

/** A description that is the same at every address. */
export function writtenAnywhere(name: 'stream' | 'webhooks'): string {
  return JSON.stringify(JSON.parse(read(`${name}.json`)));
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

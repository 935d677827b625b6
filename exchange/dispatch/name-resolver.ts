/**
 * Resolves the addresses of sellers' names. The system's lookup shares its threads with file reads
 * and compression: a few names with unresponsive servers delay every other name. This resolver
 * queries the name servers itself, over sockets, so that one zone never delays another.
 *
 * Responsibility for a missing address: a negative answer, or no answer for this zone alone, counts
 * against the seller; no answer for any zone is a failure of our name servers.
 */
import { LRUCache } from 'lru-cache';
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { AddressLookup } from './address-guard';
import { hostsOf, isLoopbackName } from './hosts-file';
import { AttemptFailure } from './outcome';
import { ZonePlaces } from './zone-places';

/** Timeout of the first try at a name server; the next try gets twice the time. */
const TRY_MS = 600;
const TRIES = 2;
/** Timeout of all tries; together with the root query it stays below the connect timeout. */
const LOOKUP_MS = 1_900;
const QUESTION_MS = 700;
/** How long the second address family is awaited once the first has an address. */
const OTHER_FAMILY_MS = 200;

const KEPT_SECONDS_MIN = 5;
const KEPT_SECONDS_MAX = 300;
const NAMES_KEPT_MAX = 10_000;

/** The name servers answered: the name does not exist, or has no address. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** No answer, or a name server's report that it got none itself. */
const NO_ANSWER: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL']);

interface Found {
  readonly addresses: readonly LookupAddress[];
  readonly failure: AttemptFailure | null;
}

export interface NameResolverOptions {
  /** `address` or `address:port`; the system's own when empty. */
  readonly servers: readonly string[];
  /** Local development: the machine's hosts file is used. */
  readonly local: boolean;
}

export class NameResolver {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  private readonly places = new ZonePlaces(LOOKUP_MS);
  /** Results for the TTL of their records. Concurrent queries for a name share one lookup. */
  private readonly found = new LRUCache<string, Found>({
    max: NAMES_KEPT_MAX,
    ttl: KEPT_SECONDS_MAX * 1_000,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    fetchMethod: async (name, _stale, { options }) => {
      const { seconds, ...result } = await this.ask(name);
      options.ttl = Math.max(seconds, KEPT_SECONDS_MIN) * 1_000;
      return result;
    },
  });

  constructor(private readonly options: NameResolverOptions) {
    if (options.servers.length > 0) this.resolver.setServers(options.servers);
  }

  /** Lookup for connections, in the form of Node's own. */
  readonly lookup: AddressLookup = (hostname, _options, callback) => {
    callbackify(() => this.resolve(hostname))((err, addresses) =>
      callback(err, [...(addresses ?? [])]),
    );
  };

  /**
   * All addresses of a name, at least one.
   * @throws AttemptFailure `connect_failed` when it has none, `connect_timeout` when its zone does
   *   not answer, `dns_failed` when no zone answers
   */
  async resolve(hostname: string): Promise<readonly LookupAddress[]> {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const { addresses, failure } = this.listed(name) ?? (await this.found.forceFetch(name));
    if (failure) throw failure;
    return addresses;
  }

  private listed(name: string): Found | null {
    if (isLoopbackName(name)) return found(hostsOf('localhost'));
    const listed = this.options.local ? hostsOf(name) : [];
    return listed.length > 0 ? found(listed) : null;
  }

  /** @returns the result and its TTL */
  private async ask(name: string): Promise<Found & { readonly seconds: number }> {
    try {
      const records = await this.places.run(name, () => this.query(name));
      const addresses = records.map(({ address, family }) => ({ address, family }));
      const ttls = records.map(({ ttl }) => ttl);
      return { ...found(addresses), seconds: Math.min(...ttls, KEPT_SECONDS_MAX) };
    } catch (err) {
      if (!(err instanceof AttemptFailure)) throw err;
      return { addresses: [], failure: err, seconds: KEPT_SECONDS_MIN };
    }
  }

  private async query(name: string): Promise<(LookupAddress & { ttl: number })[]> {
    const records: (LookupAddress & { ttl: number })[] = [];
    const codes: unknown[] = [];
    const asked = [this.ask4(name), this.ask6(name)].map((asking) =>
      asking.then(
        (some) => void records.push(...some),
        (err: unknown) => void codes.push((err as NodeJS.ErrnoException).code),
      ),
    );
    const oneFound = asked.map(async (asking) => {
      await asking;
      if (records.length === 0) throw new Error('no address yet');
      await delay(OTHER_FAMILY_MS, undefined, { ref: false });
    });
    const all = Promise.all(asked);
    const any = Promise.any(oneFound).catch(() => all);
    await Promise.race([all, any, delay(LOOKUP_MS, undefined, { ref: false })]);
    if (records.length > 0) return [...records];
    if (codes.length === asked.length && codes.every((code) => NO_ADDRESS.has(code))) {
      throw new AttemptFailure('connect_failed', 'the name of the endpoint has no address');
    }
    if (await this.answersForAnything()) {
      throw new AttemptFailure('connect_timeout', 'the name servers of the endpoint do not answer');
    }
    throw new AttemptFailure('dns_failed', "the exchange's name servers do not answer");
  }

  private async ask4(name: string) {
    const records = await this.resolver.resolve4(name, { ttl: true });
    return records.map((record) => ({ ...record, family: 4 }));
  }

  private async ask6(name: string) {
    const records = await this.resolver.resolve6(name, { ttl: true });
    return records.map((record) => ({ ...record, family: 6 }));
  }

  /** Whether every name server answers about the root, even with a refusal. */
  private answersForAnything(): Promise<boolean> {
    return Promise.race([
      this.resolver.resolveNs('.').then(
        () => true,
        (err: unknown) => !NO_ANSWER.has((err as NodeJS.ErrnoException).code),
      ),
      delay(QUESTION_MS, false, { ref: false }),
    ]);
  }
}

function found(addresses: readonly LookupAddress[]): Found {
  return { addresses, failure: null };
}

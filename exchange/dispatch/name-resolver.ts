/**
 * Addresses of sellers' names. The look-up of the system runs in the threads that also read files
 * and compress: a few names whose servers never answer keep every other name waiting there. This
 * one asks the name servers itself, over sockets, and nobody waits for another's zone.
 *
 * Whose failure it is when there is no address: name servers that know of none, or that leave this
 * zone alone unanswered, speak against the seller; ours that answer for no zone at all do not.
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

/** One try at one name server; the next one is given twice the time. */
const TRY_MS = 600;
const TRIES = 2;
/** All tries together, and with the question behind them still below the time for a connection. */
const LOOKUP_MS = 1_900;
const QUESTION_MS = 700;
/** Of two families, the second one is waited for so long once the first has an address. */
const OTHER_FAMILY_MS = 200;

const KEPT_SECONDS_MIN = 5;
const KEPT_SECONDS_MAX = 300;
const NAMES_KEPT_MAX = 10_000;

/** The name servers have answered: there is no such name, or it has no address. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);
/** No answer, or one by which a name server says that it got none itself. */
const NO_ANSWER: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL']);

interface Found {
  readonly addresses: readonly LookupAddress[];
  readonly failure: AttemptFailure | null;
}

export interface NameResolverOptions {
  /** `address` or `address:port`; the system's own when there is none. */
  readonly servers: readonly string[];
  /** Local development: names of this machine's list of hosts are found there. */
  readonly local: boolean;
}

export class NameResolver {
  private readonly resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  private readonly places = new ZonePlaces(LOOKUP_MS);
  /** What was found, for as long as its records say. A name that many ask for at once is looked up once. */
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

  /** For connections: in the form of Node's own look-up. */
  readonly lookup: AddressLookup = (hostname, _options, callback) => {
    callbackify(() => this.resolve(hostname))((err, addresses) =>
      callback(err, [...(addresses ?? [])]),
    );
  };

  /**
   * All addresses of a name, one at least.
   * @throws AttemptFailure `connect_failed` when it has none, `connect_timeout` when its zone is
   * not answered for, `dns_failed` when no zone is
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

  /** @returns what was found, and for how long that is good */
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
      throw new AttemptFailure('connect_timeout', 'the name of the endpoint is not answered for');
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

  /** Every name server has an answer about the root, if only that it gives none. */
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

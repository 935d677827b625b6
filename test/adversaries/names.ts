/** DNS of the stage: host names of honest sellers, and zones of an adversary whose servers never answer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, newCertificate } from '../support/certificate';
import { type DnsServer, startDnsServer } from '../support/dns-server';

const HONEST_ZONE = 'honest.test';
const DEAD_ZONE = /(^|\.)dead(-\d+)?\.test$/;
/** Short, so that names are resolved repeatedly. */
const TTL_SECONDS = 5;

/** A host name in a zone that never answers; without `zone`, in the zone shared by all. */
export function deadName(label: string, zone?: number): string {
  return `${label}.dead${zone === undefined ? '' : `-${zone}`}.test`;
}

export class StageNames {
  private names = 0;

  private constructor(
    private readonly server: DnsServer,
    private readonly certificate: Certificate,
    private readonly folder: string,
  ) {}

  static async open(): Promise<StageNames> {
    const certificate = newCertificate([`*.${HONEST_ZONE}`]);
    const server = await startDnsServer();
    server.answer = (name, type) => {
      if (DEAD_ZONE.test(name)) return 'silence';
      if (!name.endsWith(`.${HONEST_ZONE}`)) return 'unknown';
      return type === 'A' ? [{ type, value: '127.0.0.1', ttl: TTL_SECONDS }] : [];
    };
    try {
      const folder = await mkdtemp(join(tmpdir(), 'tokenbook-names-'));
      const names = new StageNames(server, certificate, folder);
      await writeFile(names.certificateFile, certificate.cert);
      return names;
    } catch (err) {
      await server.close();
      throw err;
    }
  }

  /** Settings with which an exchange resolves the names. */
  get settings(): { nameServers: string[]; DNS_SERVERS: string } {
    const { address } = this.server;
    return { nameServers: [address], DNS_SERVERS: address };
  }

  get environment(): NodeJS.ProcessEnv {
    return { NODE_EXTRA_CA_CERTS: this.certificateFile };
  }

  /** Host name and certificate of the next honest seller. */
  next(): { host: string; tls: Certificate } {
    this.names += 1;
    return { host: `s${this.names}.${HONEST_ZONE}`, tls: this.certificate };
  }

  async close(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true });
  }

  private get certificateFile(): string {
    return join(this.folder, 'certificate.pem');
  }
}

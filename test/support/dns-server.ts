/** A name server on loopback, over UDP and TCP, with answers set by the test. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

const TYPES: Readonly<Record<number, 'A' | 'AAAA' | 'NS'>> = { 1: 'A', 2: 'NS', 28: 'AAAA' };
const NUMBERS = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NAME_ERROR = 3;
const UDP_BYTES_MAX = 512;

export interface DnsRecord {
  readonly type: 'A' | 'AAAA' | 'CNAME';
  /** Dotted or colon-separated address, or a name. */
  readonly value: string;
  readonly ttl?: number;
  /** Default: the queried name. */
  readonly name?: string;
}

/** Records (none: the name has no such record), `unknown` (no such name), a failure, or silence. */
export type DnsAnswer = readonly DnsRecord[] | 'unknown' | 'servfail' | 'silence';

export interface DnsServer {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** Every question, as `A example.com`. */
  readonly questions: string[];
  answer: (name: string, type: 'A' | 'AAAA' | 'NS') => DnsAnswer;
  close(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const { udp, tcp } = await listenOnOnePort();
  const server: DnsServer = {
    address: `127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    questions: [],
    answer: () => 'unknown',
    async close() {
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
  const replyTo = (query: Buffer): Buffer | null => {
    const { name, type, end } = questionOf(query);
    server.questions.push(`${type} ${name}`);
    const answer = name === '' ? [] : server.answer(name, type);
    return answer === 'silence' ? null : encode(query.subarray(0, end), name, answer);
  };
  udp.on('message', (query, from) => {
    const reply = replyTo(query);
    if (!reply) return;
    if (reply.length <= UDP_BYTES_MAX) return udp.send(reply, from.port, from.address);
    const { end } = questionOf(query);
    const truncated = encode(query.subarray(0, end), '', []);
    truncated[2]! |= 0x02;
    udp.send(truncated, from.port, from.address);
  });
  tcp.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const reply = replyTo(bytes.subarray(2));
      if (!reply) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.end(Buffer.concat([length, reply]));
    });
  });
  return server;
}

/** A port that is free for UDP may be taken for TCP: then another one. */
async function listenOnOnePort(): Promise<{ udp: UdpSocket; tcp: Server }> {
  for (;;) {
    const tcp: Server = createServer();
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const udp: UdpSocket = createSocket('udp4');
    udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1');
    try {
      await once(udp, 'listening');
      return { udp, tcp };
    } catch (err) {
      udp.close();
      tcp.close();
      if ((err as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw err;
    }
  }
}

function questionOf(query: Buffer): { name: string; type: 'A' | 'AAAA' | 'NS'; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: TYPES[query.readUInt16BE(at + 1)] ?? 'NS', end: at + 5 };
}

function encode(question: Buffer, name: string, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const records = typeof answer === 'string' ? [] : answer;
  const header = Buffer.from(question.subarray(0, 12));
  header[2] = 0x85; // a response, authoritative, recursion desired
  header[3] = 0x80 | (answer === 'unknown' ? NAME_ERROR : answer === 'servfail' ? 2 : 0);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const encoded = records.map((record) => encodeRecord(record, name));
  return Buffer.concat([header, question.subarray(12), ...encoded]);
}

function encodeRecord({ type, value, ttl = 60, name }: DnsRecord, asked: string): Buffer {
  const data = type === 'CNAME' ? encodeName(value) : encodeAddress(value);
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(NUMBERS[type], 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt32BE(ttl, 4);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name ?? asked), fields, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

/** IPv6 with every group written out. */
function encodeAddress(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const groups = address.split(':').map((group) => Number.parseInt(group || '0', 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/**
 * Endpoint URLs of sellers: validation, and the normalized form in which they are stored, shown and
 * asked (SELLER-1, SELLER-2). They are compared by endpoint-identity.ts.
 *
 * The WHATWG parser normalizes the spellings of an address (`127.1`, `0x7f.1`, `2130706433`,
 * circled digits, `%6c`) before validation. A name is validated by its addresses, at registration
 * and at every dispatch.
 */
import ipaddr from 'ipaddr.js';
import { type Failure, fail } from './errors';
import { withoutTrailing } from './trailing';
import { canParseUrl } from './can-parse-url';

export const CHAT_ROUTE = '/chat/completions';

const LENGTH_MAX = 2_048;
const NAME_LENGTH_MAX = 253;

/** Absolute, without white space and backslashes, which parsers interpret differently. */
const ABSOLUTE = /^https?:\/\/[^\s\\]+$/i;
const USERINFO = /^https?:\/\/[^/?#]*@/i;
/** Names that never leave a machine or a site. */
const INNER_NAME = /(^|\.)(localhost|local|internal)$/;

/** Formally public, but the address of Azure's platform services on its machines. */
const AZURE_PLATFORM = '168.63.129.16';
/** All assigned global unicast addresses; excludes `::127.0.0.1` and similar forms. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The bad ports of the Fetch standard: services that could misinterpret an HTTP request. */
const BAD_PORTS = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113
   115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554
   556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665
   6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
);

/** Whether an address is on the public internet, and not a spelling of a private one. */
export function isPublicAddress(address: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (!IPv4.isValidFourPartDecimal(address) && !IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast' && parsed.toString() !== AZURE_PLATFORM;
}

/**
 * The URL as it is stored: scheme and host in lower case, without the default port and
 * without one trailing dot of the host.
 * @param local local development: loopback over http or https is accepted (SELLER-2)
 * @param param the field that holds it
 * @throws Failure `invalid_endpoint_url`
 */
export function parseEndpointUrl(
  text: string,
  { local }: { readonly local: boolean },
  param = 'endpoint_url',
): string {
  const refused = (what: string): Failure =>
    fail('invalid_endpoint_url', { param, message: `${param} ${what}.` });
  if (text.length > LENGTH_MAX || !ABSOLUTE.test(text) || !canParseUrl(text)) {
    throw refused('must be an absolute https URL');
  }
  if (USERINFO.test(text)) throw refused('must not carry a user or a password');
  if (text.includes('#')) throw refused('must not carry a fragment');
  const url = new URL(text);
  const host = url.hostname.replace(/\.$/, '');
  if (BAD_PORTS.has(url.port)) throw refused(`must not use port ${url.port}`);
  const loopback = local && isLoopbackHost(host);
  if (!loopback) {
    if (url.protocol !== 'https:') throw refused('must be an absolute https URL');
    if (!isPublicHost(host)) throw refused('must point to a publicly routable host');
  }
  url.hostname = host;
  return url.href;
}

/** The address at which a seller is asked and under which it is shown: as it was registered last. */
export function askedUrl(seller: {
  readonly endpointUrl: string;
  readonly respelledUrl?: string | null;
}): string {
  return seller.respelledUrl ?? seller.endpointUrl;
}

/**
 * The chat route's URL of an endpoint: unchanged when its path ends in `/chat/completions`,
 * appended to any other path, `/v1/chat/completions` when it has no path.
 */
export function chatUrl(endpointUrl: string): URL {
  const url = new URL(endpointUrl);
  url.pathname = chatPath(url.pathname);
  return url;
}

/** The path of the chat route, of an endpoint with this path. */
export function chatPath(endpointPath: string): string {
  const path = withoutTrailing(endpointPath, '/');
  if (path === '') return `/v1${CHAT_ROUTE}`;
  return path.endsWith(CHAT_ROUTE) ? endpointPath : `${path}${CHAT_ROUTE}`;
}

/** The URL at which the endpoint lists its models. */
export function modelsUrl(endpointUrl: string): URL {
  const url = chatUrl(endpointUrl);
  url.pathname = url.pathname.replace(/\/chat\/completions$/, '/models');
  return url;
}

function isPublicHost(host: string): boolean {
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (ipaddr.isValid(literal)) return isPublicAddress(literal);
  const labels = host.split('.');
  if (host.length > NAME_LENGTH_MAX || labels.length < 2) return false;
  return labels.every((label) => label !== '') && !INNER_NAME.test(host);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

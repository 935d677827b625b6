/** The annotations for ingress-nginx set what the nginx file sets, which is tested with the program. */
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');
const DIRECTIVES = {
  'proxy-buffering': 'proxy_buffering',
  'proxy-request-buffering': 'proxy_request_buffering',
  'proxy-read-timeout': 'proxy_read_timeout',
  'proxy-send-timeout': 'proxy_send_timeout',
  'proxy-body-size': 'client_max_body_size',
} as const;

/** In the file by the names of the annotations; times there have a unit, in annotations none. */
const ofFile = Object.entries(DIRECTIVES).map(([annotation, directive]) => {
  const [, value = ''] =
    new RegExp(`^ *${directive} (\\S+);`, 'm').exec(read('deploy/load-balancers/nginx.conf')) ?? [];
  return [annotation, value.replace(/^(\d+)s$/, '$1')] as const;
});

test.each(['docs/operate/kubernetes.md', 'deploy/helm/tokenbook/values.yaml'])(
  'the annotations in %s have the values of deploy/load-balancers/nginx.conf',
  (path) => {
    const written = read(path).matchAll(/nginx\.ingress\.kubernetes\.io\/([\w-]+): '?([^'\s]+)'?/g);
    expect(Object.fromEntries([...written].map(([, name, value]) => [name, value]))).toEqual(
      Object.fromEntries(ofFile),
    );
  },
);

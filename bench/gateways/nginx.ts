/** nginx, if the PATH has it: a proxy with keep-alive connections that forwards requests unread. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { onPath } from '../../setup/servers/tools';
import { Buyers } from '../chat/buyers';
import type { OtherGateway } from './gateway';

const configuration = (folder: string, port: number, seller: string) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  upstream seller { server ${seller}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://seller;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`;

export const NGINX: OtherGateway = {
  name: 'nginx',
  wayIn: 'install it with the system packages',
  isInstalled: () => onPath('nginx') !== null,
  async start(stage, sellerUrl) {
    const [port, folder] = [await freePort(), stage.folder('nginx')];
    await mkdir(folder, { recursive: true });
    const file = join(folder, 'nginx.conf');
    await writeFile(file, configuration(folder, port, new URL(sellerUrl).host));
    const buyers = new Buyers(`http://127.0.0.1:${port}`, ['none']);
    await stage.startProgram('nginx', {
      binary: onPath('nginx')!,
      arguments: ['-p', folder, '-c', file],
      check: async () => void (await buyers.plain(0)),
    });
    return buyers;
  },
};

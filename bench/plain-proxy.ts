/** Process: the minimal gateway, which only forwards bytes. */
import { Agent, createServer, request } from 'node:http';

const target = new URL(String(process.env.TARGET_URL));
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

const server = createServer((req, res) => {
  const { hostname, port } = target;
  const { host: _host, ...headers } = req.headers;
  const onward = request(
    { hostname, port, agent, method: req.method, path: req.url, headers },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    },
  );
  onward.on('error', () => res.destroy());
  req.pipe(onward);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }));
process.once('disconnect', () => process.exit(0));

/** A process: a seller that answers at once, so that what is measured is everything but the model. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { streamedCompletion, wholeCompletion } from './completions';

const server = createServer((req, res) => {
  json(req).then(
    (body) => {
      const { model, stream } = body as { model: string; stream?: boolean };
      if (stream) {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of streamedCompletion(model)) res.write(event);
        res.end();
      } else {
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(wholeCompletion(model));
      }
    },
    () => res.writeHead(400).end(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }));
process.once('disconnect', () => process.exit(0));

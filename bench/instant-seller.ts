/**
 * Process: a seller that answers at once, or after ANSWER_AFTER_MS, so that the measurement excludes
 * the model.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { streamedCompletion, wholeCompletion } from './completions';

const ANSWER_AFTER_MS = Number(process.env.ANSWER_AFTER_MS ?? 0);

const server = createServer((req, res) => {
  json(req).then(
    async (body) => {
      if (ANSWER_AFTER_MS > 0) await delay(ANSWER_AFTER_MS);
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

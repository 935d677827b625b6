/** A process: a seller that streams one token every so often, as many as `max_tokens` says. */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const GAP_MS = 1_000 / Number(process.env.CHUNKS_PER_SECOND);

const server = createServer((req, res) => {
  json(req).then(
    (body) => {
      const { model, max_tokens } = body as { model: string; max_tokens: number };
      const head = { id: 'chatcmpl-bench', created: 1_750_000_000, model };
      const event = (delta: object, finish_reason: string | null = null) => {
        const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
        return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`;
      };
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        if (sent <= max_tokens) return res.write(event({ content: ` word${sent % 10}` }));
        clearInterval(timer);
        return res.end(`${event({}, 'stop')}data: [DONE]\n\n`);
      }, GAP_MS);
      res.once('close', () => clearInterval(timer));
    },
    () => res.writeHead(400).end(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }));
process.once('disconnect', () => process.exit(0));

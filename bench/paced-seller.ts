/**
 * Process: a seller that streams `max_tokens` tokens at a fixed rate. Every tenth chunk contains the
 * time it was sent, in a field that the exchange relays unchanged.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { sharedNowMs } from './measure/shared-clock';

/** One of this many chunks contains the time it was sent. */
const STAMPED_EVERY = 10;
const GAP_MS = 1_000 / Number(process.env.CHUNKS_PER_SECOND);

const server = createServer((req, res) => {
  json(req).then(
    (body) => {
      const { model, max_tokens } = body as { model: string; max_tokens: number };
      const head = { id: 'chatcmpl-bench', created: 1_750_000_000, model };
      const event = (delta: object, finish_reason: string | null = null, extra: object = {}) => {
        const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
        const chunk = { ...head, object: 'chat.completion.chunk', ...extra, choices };
        return `data: ${JSON.stringify(chunk)}\n\n`;
      };
      const stamp = () => ({ system_fingerprint: String(sharedNowMs()) });
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        const extra = sent % STAMPED_EVERY === 0 ? stamp() : {};
        const delta = { content: ` word${sent % 10}` };
        if (sent <= max_tokens) return res.write(event(delta, null, extra));
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

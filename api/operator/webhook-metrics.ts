/** Deliveries of webhooks, as metrics of a worker. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WebhookRecords } from '../../exchange/webhooks/new-deliveries';
import { type WebhookOutcome, oldestDueMs } from '../../exchange/webhooks/due-deliveries';

export function measureWebhooks(
  registry: Registry,
  records: WebhookRecords,
  outcomes: Readonly<Record<WebhookOutcome, number>>,
): void {
  new Counter({
    name: 'tokenbook_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(outcomes)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'tokenbook_webhook_oldest_due_seconds',
    help: 'For how long the webhook delivery has been due that waits the longest; 0 when none is.',
    registers: [registry],
    async collect() {
      this.set((await oldestDueMs(records)) / 1_000);
    },
  });
}

/** The state of a gateway, and of the books, as metrics that are read with each scrape. */
import { Gauge, type Registry } from 'prom-client';
import type { AnswerListener } from '../../channel/answer-listener';
import type { Records } from '../../records/connect';

export interface OrderCounts {
  /** Orders that this gateway works on. */
  inProgress(): number;
  /** Orders of this gateway, and of dead ones, that no workflow has recorded yet. */
  withoutWorkflow(): number;
}

export function measureOrders(
  registry: Registry,
  counts: OrderCounts,
  { orders }: Pick<Records, 'orders'>,
): void {
  new Gauge({
    name: 'tokenbook_orders_in_progress',
    help: 'Orders of chat completions that this gateway works on.',
    registers: [registry],
    collect() {
      this.set(counts.inProgress());
    },
  });
  new Gauge({
    name: 'tokenbook_orders_without_workflow',
    help: 'Orders of this gateway, and of dead ones, that no workflow has recorded yet.',
    registers: [registry],
    collect() {
      this.set(counts.withoutWorkflow());
    },
  });
  new Gauge({
    name: 'tokenbook_orders_set_aside',
    help: 'Orders whose workflow Temporal refuses for good.',
    registers: [registry],
    async collect() {
      const filter = { setAside: { $gt: '' } };
      // While the records are unavailable the last value remains.
      const count = await orders.countDocuments(filter).catch(() => null);
      if (count !== null) this.set(count);
    },
  });
}

export function measureAnswers(
  registry: Registry,
  listener: Pick<AnswerListener, 'readers' | 'backlog'>,
): void {
  new Gauge({
    name: 'tokenbook_answer_readers',
    help: 'Requests that wait in this gateway for their answer.',
    registers: [registry],
    collect() {
      this.set(listener.readers);
    },
  });
  new Gauge({
    name: 'tokenbook_answer_backlog_messages',
    help: 'Messages of answers that arrived here and are not yet written to their buyers.',
    registers: [registry],
    collect() {
      this.set(listener.backlog);
    },
  });
}

/** While the records are unavailable the last value remains. */
export function measureBooks(registry: Registry, { books }: Pick<Records, 'books'>): void {
  new Gauge({
    name: 'tokenbook_books_halted',
    help: 'Order books that an operator has halted.',
    registers: [registry],
    async collect() {
      const halted = await books.countDocuments({ halt: { $ne: null } }).catch(() => null);
      if (halted !== null) this.set(halted);
    },
  });
}

/** The child side of a process of the stage: it answers each command and exits with its parent. */
export interface Given<Order> {
  readonly id: number;
  readonly order: Order;
}

export interface Answered {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

export function followOrders<Order>(follow: (order: Order) => Promise<unknown>): void {
  process.on('message', ({ id, order }: Given<Order>) => {
    follow(order)
      .then((answer): Answered => ({ id, answer }))
      .catch((err: Error): Answered => ({ id, error: String(err.stack) }))
      .then((answered) => process.send?.(answered))
      .catch(() => process.exit(1));
  });
  process.on('disconnect', () => process.exit());
}

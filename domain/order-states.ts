/**
 * The states of a chat order and the moves between them. The conditions of the ledger's writes
 * derive from this table, and the diagram in `docs/reference/order-states.md` is generated from it.
 */
export type OrderState = 'new' | 'open' | 'reserved' | 'filled' | 'refused';

export interface OrderMove {
  readonly from: readonly OrderState[];
  readonly to: Exclude<OrderState, 'new'>;
  /** When it is made, in the words of the diagram. */
  readonly when: string;
}

export const ORDER_MOVES = {
  reserve: {
    from: ['new', 'open'],
    to: 'reserved',
    when: 'an ask and the money for it are reserved',
  },
  release: { from: ['reserved'], to: 'open', when: 'the seller delivered nothing' },
  settle: { from: ['reserved'], to: 'filled', when: 'an answer was delivered' },
  refuse: {
    from: ['new', 'open', 'reserved'],
    to: 'refused',
    when: 'no further seller may be asked',
  },
} as const satisfies Record<string, OrderMove>;

export type OrderMoveName = keyof typeof ORDER_MOVES;

/** The fields of a record that determine its order's state; a new order has no record. */
export interface OrderStateFields {
  readonly status: 'open' | 'filled' | 'refused';
  readonly fillId: string | null;
}

/** @param fillId the fill that is reserved for the order, or that filled it */
export function stateFields(
  state: Exclude<OrderState, 'new'>,
  fillId: string | null,
): OrderStateFields {
  switch (state) {
    case 'open':
      return { status: 'open', fillId: null };
    case 'reserved':
      return { status: 'open', fillId };
    case 'filled':
      return { status: 'filled', fillId };
    case 'refused':
      return { status: 'refused', fillId: null };
  }
}

/** The diagram in Mermaid syntax. */
export function orderStateDiagram(): string {
  const endStates = ['filled', 'refused'];
  const arrows = Object.entries(ORDER_MOVES).flatMap(([name, { from, to, when }]) =>
    from.map((state) => `  ${state === 'new' ? '[*]' : state} --> ${to}: ${name}, ${when}`),
  );
  return ['stateDiagram-v2', ...arrows, ...endStates.map((state) => `  ${state} --> [*]`)].join(
    '\n',
  );
}

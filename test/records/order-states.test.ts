/** The states of a chat order, their fields and their diagram; and fills as histories store them. */
import { fillCountOf } from '../../domain/contract-orders';
import { type CapacityFill, fillFromText, fillToText } from '../../domain/fill';
import { ORDER_MOVES, orderStateDiagram, stateFields } from '../../domain/order-states';

test.each([
  ['open', null, 'open', null],
  ['open', 'fill', 'open', null],
  ['reserved', 'fill', 'open', 'fill'],
  ['filled', 'fill', 'filled', 'fill'],
  ['refused', 'fill', 'refused', null],
] as const)('an order that is %s, with %s: status %s, fill %s', (state, given, status, fillId) => {
  expect(stateFields(state, given)).toEqual({ status, fillId });
});

test('an order moves from and to these states, and never from an end', () => {
  expect(Object.entries(ORDER_MOVES).map(([name, { from, to }]) => [name, [...from], to])).toEqual([
    ['reserve', ['new', 'open'], 'reserved'],
    ['release', ['reserved'], 'open'],
    ['settle', ['reserved'], 'filled'],
    ['refuse', ['new', 'open', 'reserved'], 'refused'],
  ]);
});

test('the diagram has an arrow for each state and move, and two ends', () => {
  expect(orderStateDiagram().split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> reserved: reserve, an ask and the money for it are reserved',
    '  open --> reserved: reserve, an ask and the money for it are reserved',
    '  reserved --> open: release, the seller delivered nothing',
    '  reserved --> filled: settle, an answer was delivered',
    '  [*] --> refused: refuse, no further seller may be asked',
    '  open --> refused: refuse, no further seller may be asked',
    '  reserved --> refused: refuse, no further seller may be asked',
    '  filled --> [*]',
    '  refused --> [*]',
  ]);
});

test('a fill is read back from a history, its price to the last unit', () => {
  const fill: CapacityFill = {
    fillId: 'fill',
    orderId: 'order',
    askId: 'ask',
    quantityTokens: 10,
    epoch: 3,
    takerSide: 'bid',
    atMs: 5,
    priceScale8: 9007199254740993n,
  };
  const text = fillToText(fill);
  expect(text).toEqual({ ...fill, priceScale8: '9007199254740993' });
  expect(fillFromText(JSON.parse(JSON.stringify(text)) as typeof text)).toEqual(fill);
});

test('a fill is counted by the end of its id', () => {
  expect(fillCountOf('0190a5b4-0000-7000-8000-000000000001')).toBe(1);
  expect(fillCountOf('0190a5b4-0000-7000-8000-ffffff00010f')).toBe(271);
});

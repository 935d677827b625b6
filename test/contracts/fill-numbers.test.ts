/** The number of a fill within its order is read from its id, however many there are. Pure. */
import { fillCountOf } from '../../domain/contract-orders';
import { v7 as uuidV7 } from 'uuid';
import { orderFillId } from '../../engine/layouts';

test.each([1, 9, 10, 16, 255, 256, 65_535, 65_536, 65_537, 0xff_ffff])('%i', (count) => {
  expect(fillCountOf(orderFillId(uuidV7(), count))).toBe(count);
});

/** What a buyer reads of the sellers that were asked for its request. */
import { namingAsked } from '../../domain/asked-sellers';

const ASKED = { seller_id: 'one', attempts: 2, reason: 'status', status: 500 } as const;

test.each(['The fill was released', 'The fill was released.'])(
  '"%s" and what follows it are two sentences',
  (message) => {
    expect(namingAsked(message, [ASKED])).toBe(
      'The fill was released. Asked: one answered with status 500, asked 2 times.',
    );
  },
);

test('a message of which nobody was asked stays as it is', () => {
  expect(namingAsked('No capacity', [])).toBe('No capacity');
});

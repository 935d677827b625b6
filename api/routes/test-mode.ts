/** What only test mode has. */
import { openTestAccountSchema, testAccountSchema } from '../schemas/test-mode';
import type { Routes } from './declared-route';
import { testAccountExample } from './examples/buyer';

export const testModeRoutes = {
  openTestAccount: {
    method: 'post',
    path: '/v1/test-accounts',
    tag: 'Test mode',
    summary: 'Open an account with test money',
    description:
      'In test mode anybody may open an account; it begins with `TEST_OPENING_BALANCE` of test money and a key. In the live market the answer is 404, and names the address of test mode if there is one.',
    credential: 'public',
    quota: 'registrations',
    body: openTestAccountSchema,
    answer: testAccountSchema,
    errors: ['not_found'],
    example: testAccountExample,
  },
} as const satisfies Routes;

/** Health and metrics of a process: on its own port, which is never public. */
import { livenessSchema, readinessSchema } from '../schemas/operator-answers';
import type { Routes } from './declared-route';
import { healthExamples } from './examples/operator';

export const healthRoutes = {
  getLiveness: {
    method: 'get',
    path: '/livez',
    anyQuery: true,
    tag: 'Health',
    summary: 'Liveness of the process',
    credential: 'public',
    answer: livenessSchema,
    example: healthExamples.live,
  },
  getReadiness: {
    method: 'get',
    path: '/readyz',
    anyQuery: true,
    tag: 'Health',
    summary: 'Readiness of every part',
    credential: 'public',
    answer: readinessSchema,
    otherAnswers: {
      503: { description: 'Not ready; `checks` states the reasons.', schema: readinessSchema },
    },
    example: healthExamples.ready,
  },
  getMetrics: {
    method: 'get',
    path: '/metrics',
    tag: 'Health',
    summary: 'Metrics of the process',
    credential: 'public',
    texts: ['text/plain'],
  },
} as const satisfies Routes;

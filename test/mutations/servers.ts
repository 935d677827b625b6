import { area } from './mutation';

const OPTIONS = 'temporal/connection-options.ts';
const SCHEDULES = 'temporal/schedules.ts';
const REGISTRATIONS = 'temporal/registrations.ts';
const HEALTH = 'processes/relay-health.ts';
const LIFECYCLE = 'processes/lifecycle.ts';

/** Connections to Temporal, what is set up there, and how a process tells its state and ends. */
export const SERVERS = area('servers', [
  {
    name: 'key-sent-without-encryption',
    file: OPTIONS,
    find: '    if (needed) throw new Error(`TEMPORAL_TLS is false',
    replace: '    if (!needed) throw new Error(`TEMPORAL_TLS is false',
    harm: 'An API key of Temporal goes over the network in the clear.',
    tests: ['connections/temporal-options.test.ts'],
  },
  {
    name: 'half-a-client-certificate',
    file: OPTIONS,
    find: '  if (!certificate !== !key) {',
    replace: '  if (!certificate && key) {',
    harm: 'A deployment connects without its certificate, and is told nothing.',
    tests: ['connections/temporal-options.test.ts'],
  },
  {
    name: 'authority-not-used',
    file: OPTIONS,
    find: '    ...(authority\n      ?',
    replace: '    ...(authority && serverName\n      ?',
    harm: 'A Temporal with a certificate of its own authority is not trusted.',
    tests: ['connections/temporal-options.test.ts'],
  },
  {
    name: 'key-of-the-start-for-ever',
    file: OPTIONS,
    find: '...(apiKey ? { apiKey } : {}),',
    replace: '...(apiKey ? { apiKey: apiKey() } : {}),',
    harm: 'After a rotation the calls of a gateway are refused.',
    tests: ['connections/temporal-options.test.ts'],
  },
  {
    name: 'two-maintenances-at-once',
    file: SCHEDULES,
    find: 'overlap: ScheduleOverlapPolicy.SKIP',
    replace: 'overlap: ScheduleOverlapPolicy.ALLOW_ALL',
    harm: 'Runs that take longer than their interval pile up.',
    tests: ['operator-view/schedules.test.ts'],
  },
  {
    name: 'second-worker-does-not-start',
    file: SCHEDULES,
    find: 'if (!(err instanceof ScheduleAlreadyRunning)) throw err;',
    replace: 'throw err;',
    harm: 'Only the first worker of a deployment starts.',
    tests: ['operator-view/schedules.test.ts'],
  },
  {
    name: 'ended-workflow-counts-as-running',
    file: SCHEDULES,
    find: "return status.name === 'RUNNING';",
    replace: 'return status.code !== undefined;',
    harm: 'An order whose workflow was terminated stays open for ever.',
    tests: ['operator-view/schedules.test.ts'],
  },
  {
    name: 'lost-workflow-is-an-error',
    file: SCHEDULES,
    find: '    if (err instanceof WorkflowNotFoundError) return false;\n',
    replace: '',
    harm: 'Orders whose workflow Temporal has lost are never taken up again.',
    tests: ['operator-view/schedules.test.ts'],
  },
  {
    name: 'finished-workflow-cannot-be-terminated',
    file: SCHEDULES,
    find: '    if (!(err instanceof WorkflowNotFoundError)) throw err;',
    replace: '    throw err;',
    harm: 'One order that has ended meanwhile keeps the maintenance from all others.',
    tests: ['operator-view/schedules.test.ts'],
  },
  {
    name: 'second-registration-of-an-endpoint-fails',
    file: REGISTRATIONS,
    find: "workflowIdConflictPolicy: 'USE_EXISTING',",
    replace: "workflowIdConflictPolicy: 'FAIL',",
    harm: 'A seller cannot change its models, nor its key.',
    tests: ['registration/rotation.test.ts', 'api/register.test.ts'],
  },
  {
    name: 'silent-relay-is-ready',
    file: HEALTH,
    find: 'if (silentMs < SILENCE_MS) return;',
    replace: 'if (silentMs >= SILENCE_MS) return;',
    harm: 'Nobody is told of a relay that stands still.',
    tests: ['processes/relay-health.test.ts'],
  },
  {
    name: 'process-outlives-its-supervisor',
    file: LIFECYCLE,
    find: "  process.on('disconnect', () => end('supervisor gone'));\n",
    replace: '',
    harm: 'After the supervisor was killed its processes go on, and keep their ports.',
    tests: ['processes/lifecycle.test.ts'],
  },
  {
    name: 'process-that-cannot-start-stays',
    file: LIFECYCLE,
    find: "      logger.fatal({ err }, 'could not start');\n      process.exit(1);\n",
    replace: "      logger.fatal({ err }, 'could not start');\n",
    harm: 'A process that cannot start is not started again.',
    tests: ['processes/lifecycle.test.ts'],
  },
]);

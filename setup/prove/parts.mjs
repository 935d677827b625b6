/**
 * What `npm run prove` runs. A part is some test files with the settings of a size; all of them assert
 * the same promises, larger sizes look at more cases.
 */

export const SIZES = ['small', 'medium', 'large'];

/**
 * @typedef {{
 *   name: string,
 *   promise: string,
 *   files: readonly string[],
 *   variables: Record<string, string>,
 * }} Part
 */

/** @type {readonly { name: string, promise: string, at: Record<string, { files: string[], variables?: Record<string, string> } | null> }[]} */
const PARTS = [
  {
    name: 'Simulator',
    promise:
      'Whatever crashes, is lost or stands still at a step of a chat, every order ends, and what a client was told holds.',
    at: sized(['test/simulation/simulation.test.ts'], {
      small: { SIMULATION_SEEDS: '25' },
      medium: { SIMULATION_SEEDS: '2000' },
      large: { SIMULATION_SEEDS: '20000' },
    }),
  },
  {
    name: 'Network',
    promise:
      'A bad network to a server loses no answered chat and charges none twice; chats are answered again within 30 s.',
    at: {
      small: { files: ['test/faults/faults.slow.test.ts'] },
      medium: { files: ['test/faults/faults.long.test.ts'] },
      large: { files: ['test/faults/faults.long.test.ts'] },
    },
  },
  {
    name: 'Interventions',
    promise:
      'What somebody does to Redis, MongoDB or Temporal, by mistake or to repair it, loses no chat and charges none twice.',
    at: longer(
      [
        'test/faults/interventions.slow.test.ts',
        'test/faults/workflow-interventions.slow.test.ts',
        'test/faults/scarce-resources.slow.test.ts',
        'test/faults/odd-settings.slow.test.ts',
        'test/faults/overwritten-keys.slow.test.ts',
        'test/faults/lost-records.slow.test.ts',
      ],
      ['test/faults/full-disk.long.test.ts'],
    ),
  },
  {
    name: 'Answers that never change',
    promise:
      'What can never be done for some orders, sellers or records delays no other, in any loop in the background.',
    at: sized(
      ['test/recovery/answers-that-never-change.test.ts', 'test/processes/gateway-watch.test.ts'],
      {
        small: { RECOVERY_SICK: '2' },
        medium: { RECOVERY_SICK: '20' },
        large: { RECOVERY_SICK: '150' },
      },
    ),
  },
  {
    name: 'Ends between steps',
    promise:
      'A client that leaves, at whatever step of whatever route, leaves nothing behind: no memory, count, hold or listener.',
    at: sized(['test/faults/leaving.test.ts'], {
      small: { LEAVING_ROUTES: '1000' },
      medium: { LEAVING_ROUTES: '1000', LEAVING_STEPS: '1000' },
      large: { LEAVING_ROUTES: '1000', LEAVING_STEPS: '1000' },
    }),
  },
  {
    name: 'Kills at a commit',
    promise:
      'A gateway that dies around a reservation or settlement leaves one fill and one charge, and nothing open for longer than a lease and a minute.',
    at: longer(
      [
        'test/crash/moments.slow.test.ts',
        'test/crash/moments-alone.slow.test.ts',
        'test/crash/left-open.slow.test.ts',
        'test/crash/archive.slow.test.ts',
      ],
      ['test/crash/archive.long.test.ts'],
    ),
  },
  {
    name: 'Kills at every write',
    promise:
      'A request that creates something creates it once, at whichever write its process dies.',
    at: { small: null, ...from('medium', ['test/crash/posts.long.test.ts']) },
  },
  {
    name: 'Kills under load',
    promise:
      'Contract orders, asks, cancellations and draws stay exact while processes and servers die.',
    at: sized(['test/contract-orders/crash-run.ts'], {
      small: { CRASH_KILLS: '6' },
      medium: { CRASH_KILLS: '60' },
      large: { CRASH_KILLS: '500' },
    }),
  },
  {
    name: 'Several gateways',
    promise:
      'Whichever of four gateways, two workers and two relays dies, each chat is answered, and charged once.',
    at: sized(['test/crash/several-run.ts'], {
      small: { CRASH_KILLS: '9' },
      medium: { CRASH_KILLS: '60' },
      large: { CRASH_KILLS: '500' },
    }),
  },
  {
    name: 'Engine',
    promise: 'A book whose Redis dies, and loses the end of its log, is that of the records again.',
    at: sized(['test/engine/crash-run.ts'], {
      small: { CRASH_KILLS: '8', CRASH_COMMANDS: '200' },
      medium: { CRASH_KILLS: '100', CRASH_COMMANDS: '1000' },
      large: { CRASH_KILLS: '1000', CRASH_COMMANDS: '1000' },
    }),
  },
  {
    name: 'Pauses',
    promise: 'A server or process that stands still leaves nothing open, held or kept.',
    at: sized(['test/pauses/run.ts'], {
      small: null,
      medium: { PAUSES_SECONDS: '1,6' },
      large: { PAUSES_SECONDS: '1,6,36,90' },
    }),
  },
  {
    name: 'Members of MongoDB',
    promise: 'What a majority confirmed survives the death, absence and delay of members.',
    at: longer(
      ['test/replica-set/primary-killed.slow.test.ts'],
      ['test/replica-set/*.long.test.ts'],
    ),
  },
  {
    name: 'Members of Redis',
    promise: 'A replica that takes over, or a cluster that moves its slots, loses no book.',
    at: {
      small: null,
      ...from('medium', ['test/connections/redis-*.long.test.ts']),
    },
  },
  {
    name: 'Clocks',
    promise: 'Clocks that differ or jump change no sum.',
    at: {
      small: null,
      ...from('medium', [
        'test/time/skewed-clocks.slow.test.ts',
        'test/time/jumping-clocks.long.test.ts',
      ]),
    },
  },
  {
    name: 'Outages longer than each constant',
    promise:
      "No duration in the code is a cliff: an outage or a clock's error that is longer delays, and never loses, charges or strands.",
    at: {
      ...sized(['test/outages/*.test.ts'], {
        medium: { OUTAGES_SEEDS: '1' },
        large: { OUTAGES_SEEDS: '20' },
      }),
      small: { files: ['test/outages/outages.test.ts', 'test/outages/classes.test.ts'] },
    },
  },
  {
    name: 'Power cuts',
    promise:
      'When every server and process dies at once, or MongoDB starts from an earlier copy, nothing is charged twice, and nothing stays open.',
    at: from('small', [
      'test/crash/power-cut.slow.test.ts',
      'test/faults/restored-mongodb.slow.test.ts',
    ]),
  },
  {
    name: 'Restore',
    promise:
      'A snapshot that was taken under load is restored without Redis and Temporal: every open order is decided.',
    at: { small: null, ...from('medium', ['test/backup/rehearsal.long.test.ts']) },
  },
];

/** @returns {Part[]} */
export function partsOf(size) {
  return PARTS.flatMap(({ name, promise, at }) => {
    const part = at[size];
    return part ? [{ name, promise, files: part.files, variables: part.variables ?? {} }] : [];
  });
}

function sized(files, variables) {
  return Object.fromEntries(
    SIZES.map((size) => [size, variables[size] ? { files, variables: variables[size] } : null]),
  );
}

function longer(files, more) {
  return { small: { files }, ...from('medium', [...files, ...more]) };
}

function from(first, files) {
  return Object.fromEntries(SIZES.slice(SIZES.indexOf(first)).map((size) => [size, { files }]));
}

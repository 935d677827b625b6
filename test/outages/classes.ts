/**
 * What each duration of the code is for, and which outage is longer than it. A duration belongs to the
 * first class with a pattern that its name matches: `NAME` of a setting, `path NAME` of a constant.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The outages of outages.long.test.ts. */
export const SPANS_MS = {
  minute: MINUTE_MS + 1_000,
  minutes: 10 * MINUTE_MS + 1_000,
  hour: 65 * MINUTE_MS,
  day: 25 * HOUR_MS + MINUTE_MS,
  longDay: 30 * HOUR_MS,
  month: 32 * DAY_MS + MINUTE_MS,
} as const;

export interface DurationClass {
  readonly name: string;
  /** Why an outage that is longer only delays. */
  readonly reason: string;
  /** The outage that exceeds all of them; null where no state depends on them. */
  readonly span: keyof typeof SPANS_MS | null;
  readonly members: readonly RegExp[];
}

export const CLASSES: readonly DurationClass[] = [
  {
    name: 'unit',
    reason: 'A factor or a bound of numbers; nothing waits for it.',
    span: null,
    members: [
      / (MINUTE|HOUR|DAY)_MS$/,
      / (HOUR|DAY)_SECONDS$/,
      / (LONGEST_MONTH|TIMER_MAX|NEVER|LEVELS_PER)_MS$/,
      /BUCKETS_SECONDS$/,
      /PER_TOKEN_MS$/,
    ],
  },
  {
    name: 'statistics',
    reason: 'How far a read looks back or ahead; it decides no money and no state.',
    span: null,
    members: [
      / (RECENT|TRADED|SEARCHED_AGE|AROUND_REQUEST|BEFORE_REQUEST)_MS$/,
      / (SCORED|SAMPLED)_DAYS$/,
      / (LOOKBACK|HORIZON)_HOURS$/,
      /reputation\.ts IN_TIME_MS$/,
      /count-fills\.ts SETTLED_ORDER_MS$/,
    ],
  },
  {
    name: 'load',
    reason: 'A measure of how busy a process is; an outage is no load.',
    span: null,
    members: [
      /admission\.ts /,
      /loop-load\.ts /,
      /own-faults\.ts /,
      /chunk-turns\.ts /,
      /contended-rows\.ts /,
      /authentication-throttling\.ts /,
      /host-budget\.ts /,
      /^(QUOTA_WINDOW_SECONDS|PROBE_INTERVAL_MS|HEALTH_PROBE_INTERVAL_MS)$/,
      /probes\.ts BETWEEN_DEFAULT_PROBES_MS$/,
      /health\.ts SILENCE_MS$|relay-health\.ts SILENCE_MS$/,
    ],
  },
  {
    name: 'archive',
    reason:
      'The age at which what has ended moves, and stays readable, or its history goes; both only later.',
    span: null,
    members: [/^ARCHIVE_AFTER_DAYS$/, /^TEMPORAL_RETENTION_DAYS$/, /records\/archive\//],
  },
  {
    name: 'schedule',
    reason: 'When upkeep runs; a run that is missed is made up by the next one.',
    span: null,
    members: [
      /^FULL_CHECK_INTERVAL_HOURS$/,
      /lots\.ts LOT_OVERDUE_MS$/,
      /close-days\.ts CLOSING_DELAY_MS$/,
      /exchange\/maintenance\/maintenance\.ts (ARCHIVING|CHAINING)_MS$/,
      /candles\/follower\.ts |changes\.ts READ_MAX_MS$/,
      /(follower|endpoint-checks)\.ts RESEAL_EVERY_MS$/,
      /seller-maintenance\.ts SUCCESSOR_BEFORE_MS$/,
      /api-key\.ts /,
    ],
  },
  {
    name: 'clocks',
    reason: 'How far clocks may differ before a report reads too little; nothing is decided by it.',
    span: 'day',
    members: [
      / CLOCKS_(APART_)?MS$/,
      / TOLERANCE_SECONDS$/,
      / TIMER_MARGIN_MS$/,
      / LOOK_MARGIN_MS$/,
    ],
  },
  {
    name: 'lease',
    reason: 'Whoever holds it is replaced, and a former holder is refused by its fence.',
    span: 'minutes',
    members: [
      /LEASE_MS$/,
      /^DISPATCH_HEARTBEAT_MS$/,
      /rebuild-claim\.ts KEEP_MS$/,
      / (QUEUE|LAST|OTHERS)_KEPT_MS$/,
      / (LEFT_BEHIND)_MS$/,
    ],
  },
  {
    name: 'retention',
    reason: 'What is kept for a time belongs to what has ended; what is open is kept.',
    span: 'month',
    members: [
      /(RETENTION_HOURS|KEPT_SECONDS|KEPT_MS|KEEP_SECONDS|KEEP_FINISHED_SECONDS|FORGOTTEN_AFTER_MS)$/,
      / (TOMBSTONE_SECONDS|STOP_SECONDS)$/,
      /lots\.ts ENDED_LOTS_DAYS$/,
    ],
  },
  {
    name: 'memory',
    reason: 'What is remembered is read again; an old memory never decides.',
    span: 'hour',
    members: [
      / (FRESH|FACTS_FRESH|LEARNED_FOR|REMEMBERED|CACHED|HELD|PROBATION_KNOWN)_MS$/,
      / (REMEMBERED|SHARED|PREFLIGHT)_SECONDS$/,
      /calendar-text\.ts REFRESH_SECONDS$/,
      /hosts-file\.ts |public-names\.ts /,
    ],
  },
  {
    name: 'terms',
    reason:
      'What a participant agreed to: it ends by MongoDB’s clock, later after an outage, and is refunded.',
    span: 'month',
    members: [
      / SPOT_CONTRACT_MS$/,
      /delivery-lot\.ts ENDING_MS$/,
      / (DEFAULT_TTL|ASK_LIFETIME|DEFAULT_LIFETIME)_SECONDS$/,
      / SECRET_OVERLAP_MS$/,
      / SESSION_(HOURS|MS)$/,
      /^(SUSPENSION_MS|JUDGING_WINDOW_MS|SELLER_SLEEP_AFTER_MS)$/,
      / (RETRIES_END_AFTER|DISABLED_AFTER)_MS$/,
    ],
  },
  {
    name: 'patience',
    reason:
      'What is younger is left to its owner; what is older is ended by the records, whatever others have done.',
    span: 'month',
    members: [
      / (PATIENCE|PLACING|LATE|UNSENT|EXPIRING|REPAIR|FILL_WAITS)_MS$/,
      / (SETTLED|FOLLOWS|RECORDED|TAKEN_UP|TOLD|ANSWERED_TOLD|STOPPED|STREAM_ENDS)_?(WITHIN_)?MS$/,
      / (WATCHED|BOUND_SELLER)_MS$/,
      /^ORDER_WATCHED_MS$/,
    ],
  },
  {
    name: 'pace',
    reason: 'A loop looks again after it; a later look finds the same.',
    span: 'day',
    members: [
      /(PAUSE|PAUSES|RETRY|RETRY_BASE|RETRY_DELAY_MAX|EVERY|LOOK|ALONE_LOOK|LOOKS_APART_MAX|STEP|BEAT|TICK|INTERVAL|SLICE|TURN)_MS$/,
      /(PAUSE_MAX|REST_MAX|AGAIN|AWAIT|BLOCK|NOTE|SIGNAL|SIGNALS|APPEND_GAP|GATHER|GATHERED|COMPANY_WAIT|WAITED|WAIT_STEP|AT_ONCE)_MS$/,
      /(PAUSE_BETWEEN_CHUNKS|KEEP_ALIVE_COMMENT|PUT_OFF|SLOW|LAST_WORDS|WS_HEARTBEAT|OFF_AFTER_ERROR|CLOSE|UNCOUNTED_PAUSE|LOOK_EVERY)_MS$/,
      / RETRY_(AFTER_)?SECONDS$/,
      / LONGEST_RETRY_DELAY_MS$/,
    ],
  },
  {
    name: 'time-out',
    reason: 'A call or a wait ends; what it was for is in the records, where others find it.',
    span: 'hour',
    members: [
      /catalog\.ts FIRST_TOKEN_SECONDS$/,
      /(TIMEOUT|DEADLINE|WITHIN|CONNECT|REACH|LOOKUP|TRY|QUESTION|PROBE|HANDSHAKE|ALERT|SUBSCRIBE)_MS$/,
      /(WAIT|WAIT_MAX|SHORT_WAIT|FIRST_WAIT|COMMIT_WAIT|WORKFLOWS_WAIT|READ_MAX|SCAN_MAX|ANSWER_MAX|LIMIT)_MS$/,
      / FIRST_TOKEN_SECONDS$/,
      /(SILENCE|STALL|STREAM_SILENCE|TAIL_SILENCE|OTHER_FAMILY|IDLE_CONNECTION|KEEP_ALIVE|SETTLE_IN_PLACE|SHUTDOWN_DELAY|PUBLIC_READINESS|CHECK)_MS$/,
    ],
  },
];

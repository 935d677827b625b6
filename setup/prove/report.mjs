/** The report of `npm run prove`, as Markdown. It shows what was violated before what held. */

/**
 * @param {object} run
 * @param {string} run.size
 * @param {string} run.commit
 * @param {string} run.machine
 * @param {readonly import('./kept.mjs').KeptOutcome[]} run.outcomes
 */
export function renderReport({ size, commit, machine, outcomes }) {
  const violations = outcomes.flatMap(({ name, violations: titles }) =>
    titles.map((title) => `- ${name}: ${title}`),
  );
  return [
    '# Proof',
    '',
    `What \`npm run prove -- --size ${size}\` found ${when(outcomes)}, at ${commit}, on ${machine}.`,
    `**Violations: ${violations.length}.**`,
    '',
    ...(violations.length > 0 ? [...violations, ''] : []),
    '| Part | Promise | Cases | Violations | Time | Commit |',
    '|---|---|---|---|---|---|',
    ...outcomes.map((outcome) => rowOf(outcome)),
    '',
    ...simulatorOf(outcomes),
    ...networkOf(outcomes),
    ...writesOf(outcomes),
  ].join('\n');
}

function when(outcomes) {
  const dates = outcomes.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function rowOf({ name, promise, passed, violations, seconds, evidence, commit }) {
  const more = evidence.filter(({ kind }) => kind === 'run').map(({ text }) => text);
  const tests = passed + violations.length;
  const cases = [`${tests} ${tests === 1 ? 'test' : 'tests'}`, ...more].join('; ');
  const found = `${violations.length} | ${inMinutes(seconds)} | ${commit}`;
  return `| ${name} | ${promise} | ${cases} | ${found} |`;
}

/** A point that no simulation reaches fails its test: each of these was reached. */
function simulatorOf(outcomes) {
  const points = evidenceOf(outcomes, 'point');
  if (points.length === 0) return [];
  const effects = new Map();
  for (const { effect, fault } of points) {
    effects.set(effect, [...(effects.get(effect) ?? []), fault]);
  }
  return [
    '## Crash points of the simulator',
    '',
    `${points.length} points were reached, each by a simulation of its own.`,
    '',
    '| Step | Faults |',
    '|---|---|',
    ...[...effects].map(([effect, faults]) => `| \`${effect}\` | ${faults.join(', ')} |`),
    '',
  ];
}

function networkOf(outcomes) {
  const faults = evidenceOf(outcomes, 'network');
  if (faults.length === 0) return [];
  const times = faults.map(({ healedAfterMs }) => healedAfterMs).sort((a, b) => a - b);
  const at = (share) => inSeconds(times[Math.ceil(times.length * share) - 1]);
  return [
    '## Faults of the network',
    '',
    `From the end of a fault to the next answered chat: p50 ${at(0.5)}, p99 ${at(0.99)}.`,
    '',
    '| Fault | Answered | Refused, to be sent again | Answered again after |',
    '|---|---|---|---|',
    ...faults.map(
      ({ name, answered, refused, healedAfterMs }) =>
        `| ${name} | ${answered} | ${refused} | ${inSeconds(healedAfterMs)} |`,
    ),
    '',
  ];
}

function writesOf(outcomes) {
  const kills = evidenceOf(outcomes, 'writes');
  if (kills.length === 0) return [];
  return [
    '## Writes at which a process was killed',
    '',
    '| Request | Killed | Writes |',
    '|---|---|---|',
    ...kills.map(
      ({ request, moment, writes }) => `| ${request} | ${moment} | ${writes.join(', ')} |`,
    ),
    '',
  ];
}

function evidenceOf(outcomes, wanted) {
  return outcomes.flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === wanted));
}

function inMinutes(value) {
  return `${(value / 60).toFixed(1)} min`;
}

function inSeconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

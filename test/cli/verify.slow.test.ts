/** `tokenbook verify`: what it prints, and how it exits. */
import { spawn } from 'node:child_process';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { WritableRecords } from '../../records/connect';
import { closedDaysOf, makePast } from '../chain/past-days';
import { dropRecords, openRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { buildOnce } from '../support/processes';
import { COMMAND, NO_PROFILES, type Result, Run } from './command';

let records: WritableRecords;
let days: ClosedDayDocument[];
let environment: Record<string, string>;

beforeAll(async () => {
  await buildOnce();
  records = await openRecords();
  await makePast(records);
  days = await closedDaysOf(records);
  environment = {
    PATH: process.env['PATH'] ?? '',
    TOKENBOOK_PROFILES: NO_PROFILES,
    MONGODB_URI: (await testSettings()).mongoUri,
    MONGODB_DATABASE: records.connection.name,
  };
}, 120_000);
afterAll(() => dropRecords(records));

function verify(...args: string[]): Promise<Result> {
  return new Run(spawn(process.execPath, [COMMAND, 'verify', ...args], { env: environment })).ended;
}

test('a line for each closed day, with its digest', async () => {
  const { code, stdout, stderr } = await verify();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trim().split('\n');
  expect(lines).toEqual([
    ...days.map(
      ({ _id, journals, chain }) => `${_id}  ok      ${journals} journals  ${chain!.digest}`,
    ),
    `done ${days.length} closed days, and none differs`,
  ]);
});

test('JSON, and the days that are chosen', async () => {
  const { _id, journals, chain } = days[1]!;
  const { code, stdout } = await verify('--json', '--from', _id, '--to', _id);
  expect(code).toBe(0);
  const report = { day: _id, journals, digest: chain!.digest, differences: [] };
  expect(JSON.parse(stdout)).toEqual(report);
});

test('exit code 1 and the difference, when a journal or a digest is another one', async () => {
  const { _id, from, chain } = days[1]!;
  const journal = (await records.journals.findOne({ createdAt: { $gte: from } }))!;
  await records.journals.updateOne({ _id: journal._id }, { $set: { reason: 'x' } });
  const changed = await verify('--from', _id, '--to', _id);
  await records.journals.replaceOne({ _id: journal._id }, journal);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(
    /differs its journals are not those that it was closed with.*\n +differs its digest is not that of .*\nnot sound 1 of 1 closed day differ/,
  );
  const one = ['--to', days[0]!._id] as const;
  expect(await verify(...one, '--expect', `${_id}=${chain!.digest}`)).toMatchObject({ code: 0 });
  const other = await verify(...one, '--expect', `${_id}=${'0'.repeat(64)}`);
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('was expected') });
});

test.each([
  [['--from', 'yesterday'], 'It is a day such as 2026-08-31'],
  [['--expect', '2026-08-31=1'], 'It is a day and its digest'],
])('%j is not accepted', async (args, reason) => {
  const { code, stderr } = await verify(...args);
  expect({ code, said: stderr.includes(reason) }).toEqual({ code: 2, said: true });
});

/** Alert rules and dashboards: complete, explained, each alert with a test that makes it fire. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Panel, ROOT, RULES, alertRules, dashboards, testedAlerts } from './files';

const PAGE = 'docs/operate/alerts.md';
const page = readFileSync(join(ROOT, PAGE), 'utf8');
const sections = page.split(/^## /m).slice(1);

test('each alert has a section of its page, which says what it means and what to do', () => {
  const rules = alertRules();
  expect(sections.map((section) => section.split('\n')[0])).toEqual(
    rules.map(({ alert }) => alert),
  );
  const incomplete = sections.filter(
    (section) => !/^\*\*Means\.\*\* .*^\*\*Do\.\*\* /ms.test(section),
  );
  expect(incomplete).toEqual([]);
  const elsewhere = rules.filter(
    ({ alert, annotations }) => annotations.runbook !== `${PAGE}#${alert.toLowerCase()}`,
  );
  expect(elsewhere).toEqual([]);
});

test('each alert has a test in which it fires, and a time at which it does not', () => {
  const names = alertRules().map(({ alert }) => alert);
  const { firing, silent } = testedAlerts();
  expect([...firing]).toEqual(names);
  expect([...silent]).toEqual(names);
});

test('the rules select processes by the jobs that scrape them', () => {
  const settings = parse(readFileSync(join(ROOT, RULES, 'prometheus.yml'), 'utf8'));
  const jobs = settings.scrape_configs.map(({ job_name: name }: any) => name);
  const selected = alertRules().flatMap(({ expr }) =>
    [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job),
  );
  expect(selected.length).toBeGreaterThan(0);
  expect(selected.filter((job) => !jobs.includes(job))).toEqual([]);
  expect(settings.rule_files).toEqual(['alerts.yml']);
});

describe.each(dashboards())('$title', ({ uid, panels, templating }) => {
  test('asks for its data source, in every panel', () => {
    expect(uid).toMatch(/^tokenbook-/);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource']);
    const drawn = panels.filter(({ type }) => type !== 'row');
    const source = { type: 'prometheus', uid: '${datasource}' };
    for (const panel of drawn) {
      expect(panel).toMatchObject({ datasource: source, description: expect.any(String) });
      expect(panel.targets?.length).toBeGreaterThan(0);
    }
  });

  test('has panels side by side: none covers another', () => {
    const places = panels.flatMap(placesOf);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

function placesOf({ gridPos: { x, y, w, h } }: Panel): string[] {
  expect(x + w).toBeLessThanOrEqual(24);
  return Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`);
}

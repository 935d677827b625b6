/** The table of `npm run environments`: where the exchange ran, what held there, and how long it took. */
const { basename } = require('node:path');
const Table = require('cli-table3');

module.exports = class EnvironmentsReporter {
  onRunComplete(_contexts, { testResults, numFailedTests, numRuntimeErrorTestSuites: unread }) {
    const head = ['Environment', 'What held', 'ms'];
    const table = new Table({
      head,
      colWidths: [34, 90, 9],
      wordWrap: true,
      style: { head: [], border: [] },
    });
    for (const { testFilePath, testResults: tests } of testResults) {
      const file = basename(testFilePath).replace(/(\.\w+)?\.test\.ts$/, '');
      for (const { ancestorTitles, title, status, duration } of tests) {
        if (status === 'pending') continue; // not chosen
        const what = status === 'passed' ? title : `${status.toUpperCase()}: ${title}`;
        table.push([[file, ...ancestorTitles].join(', '), what, Math.round(duration ?? 0)]);
      }
    }
    const failures = testResults.map(({ failureMessage }) => failureMessage ?? '').join('');
    process.stdout.write(`${table.toString()}\n${failures}`);
    process.stdout.write(`${numFailedTests} failed, ${unread} files did not run\n`);
  }
};

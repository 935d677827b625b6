/** The environment of the mutated tests: behind the first failed test of a file the others are skipped. */
const OneRealm = require('../../test/support/jest/environment');

module.exports = class extends OneRealm {
  hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
  }
};

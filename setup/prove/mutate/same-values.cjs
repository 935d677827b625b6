/** Tests by chance try the same values in each run: a mutant that was killed once is killed again. */
const { configureGlobal } = require('fast-check');

process.env.SEED = '1';
configureGlobal({ seed: 1 });

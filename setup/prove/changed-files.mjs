import { execFileSync } from 'node:child_process';

/**
 * Files that differ from the point where this branch left `since`: committed, changed in the
 * working tree, or new.
 * @param {string} [since] a branch or commit; by default origin/main, otherwise main
 */
export function changedFiles(since = mainBranch()) {
  const [base] = git('merge-base', 'HEAD', since).split('\n');
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  const paths = [...changed.split('\0'), ...untracked.split('\0')];
  return [...new Set(paths.filter(Boolean))].sort();
}

function mainBranch() {
  const exists = (name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== '';
    } catch {
      return false;
    }
  };
  return ['origin/main', 'main'].find(exists) ?? 'HEAD';
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

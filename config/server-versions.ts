/** The oldest versions of the servers that the exchange runs with: major and minor. */
export type ServerVersion = readonly [major: number, minor: number];

export const OLDEST = {
  mongodb: [6, 0],
  redis: [7, 0],
  temporal: [1, 29],
  node: [20, 19],
} as const satisfies Record<string, ServerVersion>;

/** Whether a version such as `7.0.12` is at least the given one. */
export function isRecentEnough(version: string, [major, minor]: ServerVersion): boolean {
  const [, given = '', givenMinor = ''] = /^\D*(\d+)\.(\d+)/.exec(version) ?? [];
  const difference = Number.parseInt(given, 10) - major;
  return difference > 0 || (difference === 0 && Number.parseInt(givenMinor, 10) >= minor);
}

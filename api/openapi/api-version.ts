/**
 * The version of the interface that the descriptions declare, as the paths do by `/v1`. It changes when
 * a client has to change. Releases have a version of their own: `config/version.ts`.
 */
export const API_VERSION = '1.0.0';

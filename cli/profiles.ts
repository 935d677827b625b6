/** Profiles: addresses and keys of exchanges, in a file that only its owner can read. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { homeFolder } from '../config/home-folder';
import { CommandError } from './command-error';

const profileSchema = z.strictObject({
  url: z.string().optional(),
  admin_url: z.string().optional(),
  buyer_key: z.string().optional(),
  seller_key: z.string().optional(),
  operator_token: z.string().optional(),
});

const fileSchema = z.strictObject({
  default: z.string().nullable(),
  profiles: z.record(z.string(), profileSchema),
});

export type Profile = z.infer<typeof profileSchema>;
export type ProfileFile = z.infer<typeof fileSchema>;

const NONE: ProfileFile = { default: null, profiles: {} };

export function profilesPath(environment: NodeJS.ProcessEnv): string {
  if (environment['TOKENBOOK_PROFILES']) return environment['TOKENBOOK_PROFILES'];
  const folder = environment['XDG_CONFIG_HOME'] || join(ownFolder(), '.config');
  return join(folder, 'tokenbook', 'profiles.json');
}

function ownFolder(): string {
  try {
    return homeFolder('TOKENBOOK_PROFILES');
  } catch (err) {
    throw new CommandError((err as Error).message);
  }
}

/** @throws CommandError when others can read the file, or it is damaged */
export function readProfiles(environment: NodeJS.ProcessEnv): ProfileFile {
  const path = profilesPath(environment);
  if (!existsSync(path)) return NONE;
  requireOwnersFile(path);
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new CommandError(`${path} is not a file of profiles.`, {
      remedy: 'Repair or remove it, then run "tokenbook login" again.',
    });
  }
}

/** Others cannot read the file, from its first byte on. */
export function writeProfiles(environment: NodeJS.ProcessEnv, file: ProfileFile): void {
  const path = profilesPath(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  chmodSync(partial, 0o600); // whatever a file of that name had before
  renameSync(partial, path);
}

/**
 * The profile by its name, else the default one; null when there is neither.
 * @throws CommandError when the name is unknown
 */
export function findProfile(
  environment: NodeJS.ProcessEnv,
  name: string | undefined,
): Profile | null {
  const file = readProfiles(environment);
  const chosen = name ?? file.default;
  if (chosen === null) return null;
  const profile = file.profiles[chosen];
  if (profile) return profile;
  throw new CommandError(`There is no profile ${chosen}.`, {
    remedy: `"tokenbook profiles" lists them; "tokenbook login ${chosen}" creates this one.`,
  });
}

/** @throws CommandError when others can read a file with keys */
export function requireOwnersFile(path: string): void {
  if (process.platform === 'win32') return; // modes say nothing there
  const { mode, uid } = statSync(path);
  if ((mode & 0o077) === 0 && uid === process.getuid?.()) return;
  const shown = (mode & 0o777).toString(8);
  throw new CommandError(`${path} contains keys, and others can read it (mode ${shown}).`, {
    code: 'profiles_exposed',
    remedy: `Run "chmod 600 ${path}" as its owner, and replace the keys if somebody may have read them.`,
  });
}

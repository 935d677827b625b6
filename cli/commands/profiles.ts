/** `login` and `profiles`: keys are stored, used and removed, and never printed. */
import { type Command, Option } from 'commander';
import { portOfProfile } from '../access';
import { Client } from '../client';
import { CommandError } from '../command-error';
import { OPERATOR, optionsOf, outputOf } from '../context';
import { plainTable, printDone, printJson } from '../output';
import { type Profile, profilesPath, readProfiles, writeProfiles } from '../profiles';
import { readSecret } from '../secret-input';
import { KEYS, type KeyRole, isSameOrigin, kindOf, origin, profileSource } from '../sources';

/** A route that only a valid key may read. */
const CHECKS: Readonly<Record<KeyRole, string>> = {
  buyer: '/market/v1/account',
  seller: '/seller/v1/profile',
  operator: `${OPERATOR}/books`,
};

export function addProfileCommands(program: Command): void {
  addLoginCommand(program);
  const profiles = program
    .command('profiles')
    .description('addresses and keys of exchanges. Without a further word: their list')
    .action((_options: object, command: Command) => listProfiles(command));

  profiles
    .command('use <profile>')
    .description('the profile of commands that name none')
    .action((name: string, _options: object, command: Command) => {
      const file = readProfiles(process.env);
      requireKnown(file.profiles, name);
      writeProfiles(process.env, { ...file, default: name });
      printDone(outputOf(command), { default: name }, `commands use ${name}.`);
    });

  profiles
    .command('remove <profile>')
    .description('remove a profile with its keys')
    .action((name: string, _options: object, command: Command) => {
      const file = readProfiles(process.env);
      requireKnown(file.profiles, name);
      const others = Object.entries(file.profiles).filter(([other]) => other !== name);
      const isDefault = file.default === name;
      writeProfiles(process.env, {
        default: isDefault ? null : file.default,
        profiles: Object.fromEntries(others),
      });
      printDone(outputOf(command), { removed: name }, `${name} is removed.`);
    });
}

interface LoginOptions {
  readonly as: KeyRole;
  readonly check: boolean;
}

function addLoginCommand(program: Command): void {
  program
    .command('login [profile]')
    .description(
      'store a key in a profile ("default" if unnamed). The key is typed unseen, or piped in: never an argument',
    )
    .addOption(
      new Option('--as <role>', 'whose key it is').choices(Object.keys(KEYS)).makeOptionMandatory(),
    )
    .option('--no-check', 'store the key without asking the gateway whether it is valid')
    .action(
      async (given: string | undefined, { as: role, check }: LoginOptions, command: Command) => {
        const { profile, url } = optionsOf(command);
        const name = given ?? profile ?? 'default';
        const file = readProfiles(process.env);
        const addressed = withAddress(role, name, file.profiles[name] ?? {}, url);
        const key = await readSecret(`${KEYS[role].noun} of ${name}`);
        const changed: Profile = { ...addressed, [KEYS[role].field]: key };
        if (check) await checkKey(role, changed);
        const profiles = { ...file.profiles, [name]: changed };
        writeProfiles(process.env, { default: file.default ?? name, profiles });
        const path = profilesPath(process.env);
        printDone(
          outputOf(command),
          { profile: name, file: path },
          `${name} has a ${KEYS[role].noun}, in ${path}.`,
        );
      },
    );
}

/** @throws CommandError when the profile has keys of another address */
function withAddress(
  role: KeyRole,
  name: string,
  profile: Profile,
  given: string | undefined,
): Profile {
  if (given === undefined) return profile;
  const url = origin(given);
  const kind = kindOf(role);
  const roles = Object.keys(KEYS) as KeyRole[];
  for (const other of roles.filter((one) => one !== role && kindOf(one) === kind)) {
    const kept = profileSource(other, process.env, profile, name);
    if (kept.key === undefined || isSameOrigin(kept.url!, url)) continue;
    throw new CommandError(`Profile ${name} has a ${KEYS[other].noun} for ${kept.url}.`, {
      remedy: `Name another profile for ${url}: "tokenbook login <profile> --as ${role} --url ${url}".`,
    });
  }
  return { ...profile, [kind === 'operator' ? 'admin_url' : 'url']: url };
}

/** @throws CommandError when the gateway does not know the key of the profile */
async function checkKey(role: KeyRole, profile: Profile): Promise<void> {
  await new Client(portOfProfile(role, process.env, profile)).call('GET', CHECKS[role]);
}

function listProfiles(command: Command): void {
  const { default: chosen, profiles } = readProfiles(process.env);
  const rows = Object.entries(profiles).map(([profile, { url, admin_url: adminUrl, ...keys }]) => ({
    profile,
    default: profile === chosen,
    url: url ?? null,
    admin_url: adminUrl ?? null,
    keys: Object.keys(keys),
  }));
  if (outputOf(command).json) return printJson({ file: profilesPath(process.env), profiles: rows });
  if (rows.length === 0) return console.log('no profiles: "tokenbook login" creates one');
  const table = plainTable(['profile', 'gateway', 'operator port', 'keys']);
  for (const { profile, default: isDefault, url, admin_url: adminUrl, keys } of rows) {
    const held = keys.map((name) => name.replace('_', ' ')).join(', ');
    table.push([
      isDefault ? `${profile} (default)` : profile,
      url ?? 'local',
      adminUrl ?? 'local',
      held,
    ]);
  }
  console.log(table.toString());
}

function requireKnown(profiles: Readonly<Record<string, Profile>>, name: string): void {
  if (Object.hasOwn(profiles, name)) return;
  throw new CommandError(`There is no profile ${name}.`, {
    remedy: '"tokenbook profiles" lists them.',
  });
}

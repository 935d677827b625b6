import type { z } from 'zod';
import { settingsSchema } from '../../config/schema';

export interface Variable {
  readonly name: string;
  readonly description: string;
  /** The value as written in the environment; null when there is none. */
  readonly defaultValue: string | null;
  readonly secret: boolean;
}

export interface VariableGroup {
  readonly title: string;
  readonly variables: readonly Variable[];
}

/** Each group starts at the variable named here and ends before the next group's. */
const GROUPS: Readonly<Record<string, string>> = {
  TOKENBOOK_ENV: 'Deployment',
  TOKENBOOK_OPERATOR_TOKEN: 'Secrets',
  BIND_ADDRESS: 'Addresses of the gateway',
  TEMPORAL_ADDRESS: 'Temporal',
  MONGODB_URI: 'MongoDB and Redis',
  TEMPORAL_BINARY: 'Servers that `npm start` runs',
  CATALOG_FILE: 'Market',
  CHAT_QUOTA: 'Quotas and sizes',
  CONNECT_TIMEOUT_MS: 'Dispatch',
  WS_CONNECTIONS_PER_ADDRESS: 'Processes',
};

/** Every environment variable, in the order of the schema. */
export function variableGroups(): VariableGroup[] {
  const groups: { title: string; variables: Variable[] }[] = [];
  for (const [name, type] of Object.entries(settingsSchema.shape)) {
    const title = GROUPS[name];
    if (title) groups.push({ title, variables: [] });
    groups.at(-1)?.variables.push(describe(name, type));
  }
  return groups;
}

function describe(name: string, type: z.ZodType): Variable {
  const whenAbsent: unknown = type.safeParse(undefined).data;
  const description = type.description ?? '';
  return {
    name,
    description: description.replace(/ Secret\.$/, ''),
    defaultValue: whenAbsent === undefined ? null : `${whenAbsent as string | number}`,
    secret: description.endsWith('Secret.'),
  };
}

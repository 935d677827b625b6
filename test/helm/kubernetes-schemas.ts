/** The JSON schemas of Kubernetes, which its Python validator brings for each version. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import { cacheFolder, cached } from '../../setup/servers/cache';
import { downloadWheel, unpackWheel } from '../../setup/servers/fetch-wheel';
import type { PinnedWheel } from '../../setup/servers/pins';

const WHEEL: PinnedWheel = {
  folder: 'kubernetes-schemas-1.37.0',
  requirement: 'kubernetes-validate==1.37.0',
  // One wheel for every platform.
  sha256: {
    [`${process.platform}-${process.arch}`]:
      '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
  },
  member: 'kubernetes_validate/kubernetes-json-schema',
  sizeMegabytes: 23,
};

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Says what a version of Kubernetes refuses in a manifest; unknown fields too. */
export type Validation = (manifest: Manifest) => string[];

/** @param version such as 1.31.0 */
export async function validationOf(version: string): Promise<Validation> {
  const folder = await cached(cacheFolder(), WHEEL.folder, 'schemas', async (path) => {
    await unpackWheel(WHEEL, await downloadWheel(WHEEL, dirname(path), () => undefined), path);
  });
  const file = join(folder, `v${version}-local-strict`, '_definitions.json');
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'kubernetes');
  return (manifest) => {
    const { apiVersion, kind } = manifest;
    const [group = '', number = ''] = apiVersion.includes('/')
      ? apiVersion.split('/')
      : ['core', apiVersion];
    const name = `io.k8s.api.${group.split('.')[0]}.${number}.${kind}`;
    const validate = ajv.getSchema(`kubernetes#/$defs/${name}`);
    if (!validate) return [`${version} has no ${name}`];
    if (validate(manifest) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${kind} ${manifest.metadata.name}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

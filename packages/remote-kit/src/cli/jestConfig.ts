import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
/** Put beside the sources when the kit is packed: the same files that this repository's own tests use. */
const helper = (name: string) => path.join(import.meta.dirname, '../../jest', name);

/** Without a CommonJS form, or TypeScript: translated here. */
const TRANSLATED = ['@ezdash', '@tabler/icons-react'];

/** How the tests of a remote run outside this repository: pages in a browser of the test's own, TypeScript as it is. */
export function jestConfig(folder: string): object {
  const swc = {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  };
  return {
    rootDir: folder,
    testEnvironment: require.resolve('jest-fixed-jsdom'),
    testMatch: ['**/*.test.ts', '**/*.test.tsx'],
    transform: { '^.+\\.(t|j|mj)sx?$': [require.resolve('@swc/jest'), swc] },
    transformIgnorePatterns: [`/node_modules/(?!(?:${TRANSLATED.join('|')})/)`],
    moduleNameMapper: {
      '\\.module\\.css$': helper('cssModule.cjs'),
      '\\.(css|woff2?|png|jpe?g|webp|avif|gif|svg)$': helper('empty.cjs'),
    },
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    setupFilesAfterEnv: [helper('dom.ts')],
  };
}

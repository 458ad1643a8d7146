// The import table of docs/architecture.md, enforced.
const apps = '^(shell|mf-[a-z]+|api|scripts|e2e)/';
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
module.exports = {
  forbidden: [
    forbid('no-cycles', 'no import cycles', {}, { circular: true }),
    forbid(
      'contracts-zod-alone',
      'contracts import zod alone',
      { path: '^packages/contracts/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(packages/contracts/|node_modules/zod/)' },
    ),
    forbid(
      'ui-imports',
      'ui imports contracts',
      { path: '^packages/ui/' },
      { path: `${apps}|^packages/(store|remote-kit)/` },
    ),
    forbid(
      'store-imports',
      'store imports contracts',
      { path: '^packages/store/' },
      { path: `${apps}|^packages/(ui|remote-kit)/` },
    ),
    forbid(
      'remote-kit-imports',
      'remote-kit imports contracts, store, ui',
      { path: '^packages/remote-kit/' },
      { path: apps },
    ),
    forbid(
      'shell-imports',
      'the shell imports packages; remotes at run time only',
      { path: '^shell/' },
      { path: '^(mf-[a-z]+|api|scripts|e2e)/', pathNot: '^scripts/testing/' },
    ),
    forbid(
      'remote-imports',
      'a remote imports packages, never another remote, the shell or the api',
      { path: '^(mf-[a-z]+)/' },
      { path: '^(shell|api|scripts|e2e|mf-[a-z]+)/', pathNot: ['^$1/', '^scripts/testing/'] },
    ),
    forbid(
      'api-web',
      'the api imports no web code',
      { path: '^api/' },
      { path: '^(shell|mf-[a-z]+|e2e|scripts|packages/(ui|store|remote-kit))/' },
    ),
    forbid(
      'feature-door',
      'another feature only through its index.ts',
      { path: '^api/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^api/src/features/([^/]+)/',
        pathNot: ['^api/src/features/$1/', '^api/src/features/[^/]+/index\\.ts$'],
      },
    ),
    forbid(
      'ledger-alone',
      'the ledger and the platform import no feature',
      { path: '^api/src/(features/ledger|platform)/', pathNot: '\\.test\\.ts$' },
      { path: '^api/src/features/', pathNot: '^api/src/features/ledger/' },
    ),
    forbid(
      'hot-path-no-sql',
      'the serving hot path never touches SQL',
      { path: '^api/src/features/serving/hot/', pathNot: '\\.test\\.ts$' },
      { path: '^(api/src/platform/db|node_modules/(pg|kysely)/)' },
    ),
    forbid(
      'tag-alone',
      'the browser tag has no dependency',
      { path: '^api/tag/', pathNot: '\\.test\\.tsx?$' },
      { pathNot: '^(api/tag/|packages/contracts/src/sight\\.ts)' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data)/|\\.d\\.m?ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};

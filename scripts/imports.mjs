// The import table of docs/architecture.md against the code. Through the library's own entry: its command insists on
// a newer Node than the library needs.
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { root } from './lib/run.mjs';

const FOLDERS = [
  'api/src',
  'api/tag',
  'shell/src',
  'mf-advertiser',
  'mf-publisher',
  'mf-auth',
  'mf-settings',
  'mf-debug',
  'packages',
  'scripts',
  'e2e',
];

process.chdir(root);
const { options, ...ruleSet } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'));
const { output } = await cruise(FOLDERS, {
  ...options,
  ruleSet,
  validate: true,
  doNotFollow: options.doNotFollow,
  exclude: options.exclude,
});
const { violations, totalCruised } = output.summary;
for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? cycle.map((each) => each.name ?? each).join(' → ') : to;
  console.error(`${rule.name}: ${from} → ${way}`);
}
console.log(`${totalCruised} modules, ${violations.length} imports against the rules`);
process.exit(violations.length === 0 && totalCruised > 100 ? 0 : 1);

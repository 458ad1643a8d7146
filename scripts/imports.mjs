// The import table of docs/architecture.md against the code, or against the folders named. Through the library's own entry: its command insists on
// a newer Node than the library needs.
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { FOLDERS } from './lib/folders.mjs';
import { root } from './lib/run.mjs';

const named = process.argv.slice(2);
process.chdir(root);
const { options, ...ruleSet } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'));
const { output } = await cruise(named.length > 0 ? named : FOLDERS, {
  ...options,
  ruleSet,
  validate: true,
  doNotFollow: options.doNotFollow,
  exclude: options.exclude,
});
const { totalCruised } = output.summary;
// What the named folders import is looked at, too, but what that imports is for those who change it.
const violations = output.summary.violations.filter(
  ({ from }) => named.length === 0 || named.some((folder) => from.startsWith(`${folder}/`)),
);
for (const { rule, from, to, cycle } of violations) {
  const way = cycle ? cycle.map((each) => each.name ?? each).join(' → ') : to;
  console.error(`${rule.name}: ${from} → ${way}`);
}
console.log(`${totalCruised} modules, ${violations.length} imports against the rules`);
// All of it is a thousand modules: a hundred would mean that nothing was looked at.
process.exit(violations.length === 0 && totalCruised > (named.length > 0 ? 0 : 100) ? 0 : 1);

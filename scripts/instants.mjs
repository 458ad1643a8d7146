// Refuses comparisons of texts: instants come in any offset, so their texts have no order. What is no instant (days, months,
// names) is listed here; two instants are compared by compareInstants.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, TypeFlags } from 'typescript/unstable/sync';
import { root } from './lib/run.mjs';

const RELATIONS = new Set([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);
/** Names of what sorts by its text. */
const NAMES = /^(\w+\.)*(a|b|id|key|name|rank|reason|title|label|code|field|idempotencyKey|one|'[09]')$/;
/** Days (YYYY-MM-DD) and months (YYYY-MM, or their first day), which have one form each. */
const DAYS = {
  'api/src/features/credit/closeMonths.ts': ['line.closed_month', 'last'],
  'api/src/features/figures/period.ts': ['from', 'to'],
  'api/src/features/gateways/sandbox/checkEntry.ts': ['expires', 'present'],
  'api/src/features/gateways/sandbox/sandboxPayments.ts': [
    'kept.expires',
    'clock.now().toISOString().slice(0, 7)',
  ],
  'api/src/features/payment-methods/presentMethod.ts': ['expires', 'now.toISOString().slice(0, 7)'],
  'api/src/features/payouts/months.ts': ['month', 'releasedUntil', 'period', 'current'],
  'api/src/features/payouts/readEarnings.ts': ['a.period', 'b.period'],
  'api/src/features/payouts/releaseEarnings.ts': ['until', 'due'],
  'api/src/features/referrals/booking.ts': ['row.booked_on', 'day'],
  'api/src/features/referrals/funnel.ts': ['from', 'to', 'day'],
  'api/src/features/reporting/advertiserDashboard.ts': ['today.from', 'before.from', 'period.to'],
  'api/src/features/reporting/publisherDashboard.ts': ['known.from', 'known.to', 'month.from', 'month.to'],
  'api/src/features/reports/metricsQuery.ts': ['ask.period.to', 'LAST_DAY', 'from', 'firstKept'],
  'api/src/features/saved-reports/nextMail.ts': ['there', 'day'],
  'api/src/startup/nodeSupport.ts': ['now.toISOString().slice(0, 10)', 'end'],
  'e2e/support/figures/questions.ts': ['day', 'from', 'to'],
  'mf-advertiser/src/features/funds/StatementDialog.tsx': ['from', 'to'],
  'mf-advertiser/src/features/settings/usePreviousFigures.ts': ['created_at.slice(0, 10)', 'before.from'],
  'mf-publisher/src/features/properties/usePreviousDetail.ts': ['created_at.slice(0, 10)', 'before.from'],
  'packages/contracts/src/common.ts': ['range.from', 'range.to'],
  'packages/ui/src/report/PeriodPicker.tsx': ['days.to', 'days.from'],
  'packages/ui/src/report/reportState.ts': ['from', 'to'],
  'shell/src/app/layout/OwnDays.tsx': ['day', 'last', 'days.from', 'days.to'],
};

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file && !/\.(test|d|gen)\.tsx?$/.test(file));

/** `a < b` and `a.localeCompare(b)`: the two sides. */
function sidesOf(node) {
  if (node.kind === SyntaxKind.BinaryExpression && RELATIONS.has(node.operatorToken.kind))
    return [node.left, node.right];
  const isCall = node.kind === SyntaxKind.CallExpression;
  if (isCall && node.expression.name?.text === 'localeCompare')
    return [node.expression.expression, node.arguments[0]];
}

function listComparisons(source) {
  const found = [];
  const visit = (node) => {
    const sides = sidesOf(node);
    if (sides) found.push(sides);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const isText = (type) =>
  type !== undefined &&
  (type.flags & TypeFlags.Union ? type.getTypes().some(isText) : (type.flags & TypeFlags.StringLike) !== 0);

const api = new API({ cwd: root });
const seen = new Set();
const wrong = [];
for (const config of ['tsconfig.node.json', 'tsconfig.web.json']) {
  const configFile = path.join(root, config);
  const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
  for (const file of files) {
    const source = seen.has(file) ? undefined : project.program.getSourceFile(path.join(root, file));
    if (!source) continue;
    seen.add(file);
    const comparisons = listComparisons(source).filter((sides) =>
      sides.some((side) => {
        const text = side.getText(source);
        return !NAMES.test(text) && !DAYS[file]?.includes(text);
      }),
    );
    if (comparisons.length === 0) continue;
    const types = project.checker.getTypeAtLocation(comparisons.flat());
    comparisons.forEach(([left, right], at) => {
      if (isText(types[2 * at]) && isText(types[2 * at + 1]))
        wrong.push(`${file}: ${left.getText(source)}, ${right.getText(source)}`);
    });
  }
}
api.close();
if (seen.size < files.length / 2) wrong.push(`Only ${seen.size} of ${files.length} files were read`);
for (const line of wrong)
  console.error(`${line}: texts are compared. Use compareInstants, or list what they are`);
process.exit(wrong.length === 0 ? 0 : 1);

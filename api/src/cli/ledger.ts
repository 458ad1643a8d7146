// npm run ledger -- verify [--json]: exit 0 when the books agree with the events to the micro, 1 when they do not,
// 2 when they could not be read.
import { type Verification, verify } from '../features/ledger';
import { runCommand, UsageError, withDatabase } from './withDatabase';

const USAGE = 'Usage: npm run ledger -- verify [--json]';

function asJson(result: Verification): string {
  return JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function asText({ ok, counted, differences, differenceCount }: Verification): string {
  const looked = `${counted.transactions} transactions, ${counted.postings} postings, ${counted.accounts} accounts, ${counted.events} events`;
  if (ok) return `The books agree with the events: ${looked}.`;
  const lines = differences.map(
    ({ check, subject, expected, actual }) =>
      `  ${check}: ${subject} has ${actual} instead of ${expected} (${actual - expected})`,
  );
  const more = differenceCount - differences.length;
  if (more > 0) lines.push(`  … and ${more} more`);
  return [`The books differ in ${differenceCount} places (${looked}):`, ...lines].join('\n');
}

await runCommand(async () => {
  const args = process.argv.slice(2);
  const json = args.includes('--json');
  const [command, ...rest] = args.filter((arg) => arg !== '--json');
  if (command !== 'verify' || rest.length > 0) throw new UsageError(USAGE);
  const result = await withDatabase((db) => verify(db));
  console.log(json ? asJson(result) : asText(result));
  return result.ok ? 0 : 1;
});

// npm run ledger -- verify [--json]     exit 0 when the books agree with the events to the micro, 1 when they do not
// npm run ledger -- reverse-invalid …   takes back what invalid traffic cost; shows it first, --yes does it
// npm run ledger -- share …             a publisher's or property's share of the price, from the next decision on
// All of them: 2 when it could not be done. docs/ledger.md tells more.
import { parseArgs } from 'node:util';
import { type Verification, verify } from '../features/ledger';
import { changeRevenueShare } from './revenueShare';
import { reverseInvalid } from './reverseInvalid';
import { runCommand, UsageError, withDatabase } from './withDatabase';

const USAGE = `Usage: npm run ledger -- verify [--json]
       npm run ledger -- reverse-invalid --from T --to T [--zone Z] [--property P] [--publisher E] [--campaign C]
                         --reason sivt|data-centre|bot|internal|rate --why TEXT [--by E] [--yes | --dry-run]
       npm run ledger -- reverse-invalid --decisions FILE --reason … --why TEXT [--by E] [--yes | --dry-run]
       npm run ledger -- share --publisher E | --property P  --percent N | --default  --why TEXT [--by E]`;

function asJson(result: Verification): string {
  return JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function asText({ ok, counted, differences, differenceCount }: Verification): string {
  const looked = `${counted.transactions} transactions, ${counted.postings} postings, ${counted.accounts} accounts, ${counted.events} events, ${counted.conversions} paid conversions, ${counted.reversals} reversals`;
  if (ok) return `The books agree with the events: ${looked}.`;
  const lines = differences.map(
    ({ check, subject, expected, actual }) =>
      `  ${check}: ${subject} has ${actual} instead of ${expected} (${actual - expected})`,
  );
  const more = differenceCount - differences.length;
  if (more > 0) lines.push(`  … and ${more} more`);
  return [`The books differ in ${differenceCount} places (${looked}):`, ...lines].join('\n');
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const parsed = <Values>(parse: () => { values: Values }): Values => {
  try {
    return parse().values;
  } catch {
    throw new UsageError(USAGE);
  }
};
const print = (line: string) => console.log(line);

async function verifyNow(json: boolean): Promise<number> {
  const result = await withDatabase((db) => verify(db));
  print(json ? asJson(result) : asText(result));
  return result.ok ? 0 : 1;
}

function reverseNow(args: string[]): Promise<number> {
  const values = parsed(() =>
    parseArgs({
      args,
      options: {
        zone: text,
        property: text,
        publisher: text,
        campaign: text,
        from: text,
        to: text,
        decisions: text,
        reason: text,
        why: text,
        by: text,
        yes: flag,
        'dry-run': flag,
      },
    }),
  );
  return withDatabase((db) => reverseInvalid(db, values, print));
}

function shareNow(args: string[]): Promise<number> {
  const values = parsed(() =>
    parseArgs({
      args,
      options: { publisher: text, property: text, percent: text, default: flag, why: text, by: text },
    }),
  );
  return withDatabase((db) => changeRevenueShare(db, values, print));
}

await runCommand(async () => {
  const argv = process.argv.slice(2);
  if (argv.filter((arg) => arg !== '--json').join(' ') === 'verify')
    return verifyNow(argv.includes('--json'));
  const [command, ...args] = argv;
  if (command === 'reverse-invalid') return reverseNow(args);
  if (command === 'share') return shareNow(args);
  throw new UsageError(USAGE);
});

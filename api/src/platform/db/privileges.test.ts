import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../projectRoot';
import { TABLE_PRIVILEGES } from './privileges';

const SOURCES = path.join(projectRoot(), 'api/src');
const MIGRATIONS = path.join(projectRoot(), 'api/migrations');

/** Product code only: what a test does is no reason for a privilege. */
function productSources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !/\.(test|gen)\.ts$|(^|\/)test[A-Z]\w*\.ts$|^testing\//.test(file),
    )
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'));
}

/** Bodies of the functions that triggers run: their statements need the privileges of whoever fires them. */
function functionBodies(): string[] {
  return readdirSync(MIGRATIONS)
    .map((file) => readFileSync(path.join(MIGRATIONS, file), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/FUNCTION[^;]*?AS \$\$([\s\S]*?)\$\$/g)].map(([, body = '']) => body),
    );
}

/** Statements whose table is chosen at run time, by the file's own list of names. */
const CHOSEN_AT_RUN_TIME = ['rollup_daily INSERT', 'request_daily INSERT', 'pgboss.archive DELETE'];
/** pg-boss's own statements. */
const QUEUES = ['job INSERT', 'job UPDATE', 'job DELETE', 'archive INSERT', 'queue UPDATE', 'version UPDATE'];

const STATEMENTS: readonly [RegExp, word: string][] = [
  [/insertInto\(\s*'(\w+)'|INSERT INTO ([\w.]+)|COPY (\w+)/g, 'INSERT'],
  [/updateTable\(\s*'(\w+)|UPDATE ([\w.]+)/g, 'UPDATE'],
  [/deleteFrom\(\s*'(\w+)|DELETE FROM ([\w.]+)/g, 'DELETE'],
];
const UPSERT =
  /(?:insertInto\(\s*'|INSERT INTO )(\w+)(?:(?!;\n|execute\(|INSERT INTO|insertInto)[\s\S])*?(?:doUpdateSet|DO UPDATE)/g;
const LOCK = /FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE|for(?:NoKey)?Update\(|forShare\(/;
const READ = /(?:FROM|JOIN) (\w+)|(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)/g;

/** `table WORD` of every statement that writes, rows that are only locked included (that takes UPDATE). */
function findWrites(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (text: string, pattern: RegExp, word: string) => {
    for (const [, ...names] of text.matchAll(pattern)) found.add(`${names.find(Boolean)} ${word}`);
  };
  for (const text of texts) {
    for (const [pattern, word] of STATEMENTS) add(text, pattern, word);
    add(text, UPSERT, 'UPDATE');
    for (const statement of text.split(/;\n|execute\w*\(/))
      if (LOCK.test(statement)) add(statement, READ, 'UPDATE');
  }
  return found;
}

/** Of functions that run as their owner. */
const OWNERS = ['ad_event_other DELETE', 'closed_event_sum INSERT', 'closed_event_sum UPDATE'];

it('grants every write that a statement of the product makes', () => {
  const lacking = [...findWrites([...productSources(), ...functionBodies()])].filter((write) => {
    const [table = '', word] = write.split(' ');
    const words = TABLE_PRIVILEGES.get(table.includes('.') ? table : `public.${table}`);
    return words && !words.some((each) => each.split(' ')[0] === word);
  });
  expect(lacking.sort()).toEqual(OWNERS);
});

it('grants no write that no statement of the product makes', () => {
  const writes = findWrites([...productSources(), ...functionBodies()]);
  const known = new Set([...writes, ...CHOSEN_AT_RUN_TIME, ...QUEUES.map((each) => `pgboss.${each}`)]);
  const unused = [...TABLE_PRIVILEGES].flatMap(([name, words]) =>
    words
      .filter((word) => word !== 'SELECT')
      .map((word) => `${name.replace('public.', '')} ${word.split(' ')[0]}`)
      .filter((write) => !known.has(write)),
  );
  expect(unused).toEqual([]);
});

const BUILT = /(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g;
const WRITTEN = /(?:^|,)\s*(\w+)\s*=/g;
/** Kysely's objects and SQL, upserts too, and a change whose type picks columns of its table: of each the list, and a column. */
const COLUMNS_SET: readonly [statement: RegExp, column: RegExp][] = [
  [/updateTable\('(\w+)'\)\s*\.set\((?:\([^)]*\) => \()?\{([^;]*?)\}\)/g, BUILT],
  [
    /insertInto\('(\w+)'\)(?:(?!;\n|insertInto)[\s\S])*?doUpdateSet\((?:\([^)]*\) => \()?\{([^;]*?)\}\)/g,
    BUILT,
  ],
  [/UPDATE (\w+) (?:AS )?\w* ?SET ([^;`]*?)(?=FROM|WHERE|RETURNING|`)/g, WRITTEN],
  [
    /INSERT INTO (\w+)(?:(?!INSERT INTO|`\.execute)[\s\S])*?DO UPDATE SET\s([^;`]*?)(?=FROM|WHERE|RETURNING|INSERT|`)/g,
    WRITTEN,
  ],
  [/Pick<\s*Updateable<(\w+)Table>,([^>]*)>/g, /'(\w+)'/g],
];

const toTable = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Columns that statements set, by table. */
function findUpdatedColumns(texts: readonly string[], table: string): string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const [statement, column] of COLUMNS_SET)
      for (const [, name = '', list = ''] of text.matchAll(statement))
        if (toTable(name) === table) for (const [, set = ''] of list.matchAll(column)) found.add(set);
  return [...found].sort();
}

it.each(
  [...TABLE_PRIVILEGES]
    .map(([name, words]) => ({
      table: name.replace('public.', ''),
      columns: words.flatMap((word) => /^UPDATE \((\w+)\)$/.exec(word)?.[1] ?? []).sort(),
    }))
    .filter(({ columns }) => columns.length > 0),
)('lets of $table be updated what a statement of the product sets: $columns', ({ table, columns }) => {
  expect(findUpdatedColumns(productSources(), table)).toEqual(columns);
});

/** Columns that make a row evidence: money, what it was booked as, and who of the staff did it. */
const EVIDENCE =
  /^ {2}(\w*_?micros|\w*posting_id|(?:transaction|payment|reversal|case|admin|actor|debug_session)_id|actor|decided_by|hash):/m;
/** Settings of their owner, what is forgotten again, and stand-ins of gateways; the role of an account is chosen once. */
const NO_EVIDENCE = [
  'alert_funds',
  'app_user',
  'auto_top_up',
  'budget_lease',
  'campaign',
  'campaign_fate_hourly',
  'conversion_goal',
  'sandbox_payment',
  'xero_flow',
  'zone',
];

it('lets of rows that are evidence be updated single columns alone', () => {
  const schema = readFileSync(path.join(SOURCES, 'platform/db/schema.gen.ts'), 'utf8');
  const whole = [...schema.matchAll(/^export interface (\w+)Table \{\n([\s\S]*?)^\}/gm)]
    .filter(([, , columns = '']) => EVIDENCE.test(columns))
    .map(([, name = '']) => toTable(name))
    .filter((table) => TABLE_PRIVILEGES.get(`public.${table}`)?.includes('UPDATE'));
  expect(whole).toEqual(NO_EVIDENCE);
});

it.each([
  ["trx.insertInto('mail').values(x).execute()", ['mail INSERT']],
  ["db.insertInto('mail').onConflict((c) => c.doUpdateSet(x)).execute()", ['mail INSERT', 'mail UPDATE']],
  ["sql`DELETE FROM mail`.execute(db); db.selectFrom('zone').execute()", ['mail DELETE']],
  ["db.selectFrom('zone').forUpdate().execute()", ['zone UPDATE']],
  ["db.selectFrom('zone').execute()", []],
])('finds what %s writes', (source, expected) => {
  expect([...findWrites([source])].sort()).toEqual(expected);
});

import { Draft, type House, type Name, Refusal, toName } from './draft';

/** A feature that is compiled and tested like any other. */
const SAMPLE = 'api/src/testing/sampleFeature';
const WIRING = 'api/src/features.ts';
const TABLE = 'api/src/testing/tenancy/table.ts';
const VIEWS = 'api/src/features/debug-view/wholeApp.db.test.ts';
const CONTRACTS = 'packages/contracts/src';
/** No variable is called so, or a folder of this name would be taken for another thing. */
const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in index instanceof interface let new null package private protected public return
  sample static super switch testing this throw true try typeof var void while with yield`.split(/\s+/),
);
/** What each visitor of the table of tenancy gets: who is signed in; of changes, who is active. */
const READ = '401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401';
const CHANGE = '401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401';

function assertFree(draft: Draft, house: House, { kebab, camel, pascal }: Name): void {
  if (new RegExp(` /api/${kebab}[/ ]`).test(draft.read(TABLE)))
    throw new Refusal(`The name is taken: /api/${kebab} is an address already.`);
  const wiring = draft.read(WIRING).replace(/'[^']*'|\/\/.*/g, '');
  if (RESERVED.has(camel) || new RegExp(`\\b${camel}\\b`).test(wiring))
    throw new Refusal(`"${kebab}" is reserved: ${camel} means something else in the code.`);
  const names = new RegExp(`export (?:const|type|interface) (?:${camel}|${pascal})(?:Answer|Input)\\b`);
  const holder = house.list(CONTRACTS).find((file) => names.test(house.find(`${CONTRACTS}/${file}`) ?? ''));
  if (holder) throw new Refusal(`The name is taken: ${CONTRACTS}/${holder} exports one of its names.`);
}

/** A feature of the server with two routes, wired, and known to the walks over all routes. */
export function makeFeature(house: House, kebab: string): Draft {
  const name = toName(kebab);
  const { camel, pascal } = name;
  const draft = new Draft(house);
  assertFree(draft, house, name);
  const renamed = (text: string) =>
    text.replaceAll('/api/sample', `/api/${kebab}`).replaceAll('sample', camel).replaceAll('Sample', pascal);
  for (const file of house.list(SAMPLE)) {
    const text = draft.read(`${SAMPLE}/${file}`);
    if (file === 'sample.contract.ts')
      draft.create(`${CONTRACTS}/${camel}.ts`, renamed(text.replace('@ezdash/contracts', './common')));
    else
      draft.create(
        `api/src/features/${kebab}/${renamed(file)}`,
        renamed(text.replace('./sample.contract', '@ezdash/contracts')),
      );
  }
  draft.append(`${CONTRACTS}/index.ts`, `export * from './${camel}';\n`);
  draft.edit(
    WIRING,
    /^import .*\n/,
    (first) => `${first}import { create${pascal}Feature } from './features/${kebab}';\n`,
  );
  const creation = `const ${camel} = create${pascal}Feature({ db, clock });`;
  draft.edit(WIRING, /\n\n {2}return \{\n {4}mounts: \[\n/, (end) => `\n  ${creation}${end}`);
  draft.edit(
    WIRING,
    / {4}\]\.flatMap\(\(feature\) => feature\.mounts\),\n/,
    (end) => `      ${camel},\n${end}`,
  );
  const rows = `${`GET /api/${kebab}`.padEnd(50)} ${READ}\n${`POST /api/${kebab}`.padEnd(50)} ${CHANGE}`;
  draft.edit(TABLE, /\n\nGET \/api\/network\/summary /, (next) => `\n\n${rows}${next}`);
  // Staff who see the pages as the account does read it, too.
  draft.edit(VIEWS, /\nconst OPEN = \[\n/, (head) => `${head}  '/api/${kebab}',\n`);
  return draft;
}

// node --import tsx api/src/testing/xeroSandbox/reduceDescriptions.ts FOLDER: from Xero's own descriptions
// (github.com/XeroAPI/Xero-OpenAPI) the parts that the local Xero checks every exchange against, into openapi/.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

type Node = Record<string, unknown>;

const OUT = path.join(import.meta.dirname, 'openapi');
const ACCOUNTING_PATHS = [
  '/Accounts',
  '/Organisation',
  '/Contacts',
  '/Contacts/{ContactID}',
  '/Invoices',
  '/Invoices/{InvoiceID}',
  '/Invoices/{InvoiceID}/pdf',
  '/Payments',
  '/Payments/{PaymentID}',
];
/** Of Xero's extensions, what the checks read: which texts are dates, and whose address stands in a path for another. */
const KEPT_EXTENSIONS = ['x-is-msdate', 'x-is-msdate-time', 'x-path'];
const PROSE = ['example', 'examples', 'externalDocs', 'summary', 'tags'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of properties are not keywords: a field called `description` stays. */
function reduce(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => reduce(each));
  if (!isNode(value)) return value;
  // Some parameters have `type` beside `$ref`, which the standard says to ignore.
  if (typeof value.$ref === 'string') return { $ref: value.$ref };
  const kept = Object.entries(value).filter(
    ([key]) =>
      areNames ||
      (!PROSE.includes(key) &&
        (!key.startsWith('x-') || KEPT_EXTENSIONS.includes(key)) &&
        // The standard wants it of answers alone.
        (key !== 'description' || 'content' in value || 'headers' in value)),
  );
  return Object.fromEntries(
    kept.map(([key, each]) => [key, reduce(each, !areNames && (key === 'properties' || key === 'paths'))]),
  );
}

function pointed(document: Node, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), document);
}

/** Every component that the kept paths reach. */
function reached(document: Node, from: unknown, found = new Map<string, unknown>()): Map<string, unknown> {
  if (Array.isArray(from)) for (const each of from) reached(document, each, found);
  else if (isNode(from)) {
    if (typeof from.$ref !== 'string') for (const each of Object.values(from)) reached(document, each, found);
    else if (!found.has(from.$ref)) {
      const target = pointed(document, from.$ref);
      if (target === undefined) throw new Error(`${from.$ref} leads nowhere`);
      found.set(from.$ref, target);
      reached(document, target, found);
    }
  }
  return found;
}

function keep(document: Node, paths: readonly string[] | null): Node {
  const { info, openapi, webhooks } = document;
  const all = isNode(document.paths) ? document.paths : {};
  const kept = paths === null ? all : Object.fromEntries(paths.map((each) => [each, all[each]]));
  const components: Record<string, Node> = {};
  // What no path names: the forms that the token endpoint and the webhooks speak.
  const roots = paths === null ? document : kept;
  for (const [pointer, target] of reached(document, roots)) {
    const [, kind, name] = pointer.slice(2).split('/');
    if (kind === undefined || name === undefined || pointer.split('/').length !== 4) continue;
    components[kind] = { ...components[kind], [name]: reduce(target) };
  }
  if (paths === null && isNode(document.components)) {
    const { schemas } = document.components;
    components.schemas = { ...components.schemas, ...(reduce(schemas, true) as Node) };
  }
  return {
    openapi,
    info,
    paths: reduce(kept, true),
    ...(webhooks !== undefined && { webhooks: reduce(webhooks, true) }),
    components,
  };
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Say where the descriptions are: node --import tsx …/reduceDescriptions.ts FOLDER');
  process.exit(1);
}
const read = (name: string): Node => {
  const document = load(readFileSync(path.join(folder, name), 'utf8'));
  if (!isNode(document)) throw new Error(`${name} is no description`);
  return document;
};
const files = {
  'accounting.json': keep(read('xero_accounting.yaml'), ACCOUNTING_PATHS),
  'identity.json': keep(read('xero-identity.yaml'), null),
  'webhooks.json': keep(read('xero-webhooks.yaml'), null),
};
for (const [name, document] of Object.entries(files))
  writeFileSync(path.join(OUT, name), `${JSON.stringify(document, null, 2)}\n`);
const { status } = spawnSync('npx', ['biome', 'format', '--write', OUT], { stdio: 'inherit' });
process.exit(status ?? 1);

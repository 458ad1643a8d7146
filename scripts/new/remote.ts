import { remoteFiles } from '../../packages/remote-kit/src/cli/initRemote';
import { Draft, type House, Refusal, toName } from './draft';

/** One that needs no package beyond those of every remote. */
const MODEL = 'mf-publisher';
const SHELL_PATHS = 'api/src/features/web/shellPaths.ts';
/** Answered in front of the routes, or a namespace of texts. */
const RESERVED = ['app', 'apps', 'creatives', 'e', 'frame', 'openrtb', 'serve', 'shell', 'ui', 'vast'];

const readme = (name: string, word: string) => `# ${name}

One page at \`/${word}\`. \`remote.manifest.ts\` says which pages there are, \`src/expose.tsx\` is the only door, texts are in \`src/locales\`.

Alone against the running rest: \`npm run dev -w ${name}\`. Another page: \`npm run new -- page ${word} NAME\`.
`;

interface Lock {
  packages: Record<string, object>;
}

/** In the order that npm writes them. */
function withPackages(lock: Lock, added: Lock['packages']): Lock {
  const entries = Object.entries(lock.packages);
  for (const [name, entry] of Object.entries(added)) {
    const next = entries.findIndex(([key]) => key.localeCompare(name, 'en') > 0);
    entries.splice(next < 0 ? entries.length : next, 0, [name, entry]);
  }
  return { ...lock, packages: Object.fromEntries(entries) };
}

function assertFree(draft: Draft, house: House, word: string, name: string): void {
  if (house.remotes.includes(name) || house.list('.').includes(name))
    throw new Refusal(`The name is taken: there is ${name} already.`);
  if (RESERVED.includes(word)) throw new Refusal(`"${word}" is reserved.`);
  const address = new RegExp(`["'\`]/${word}[/"'\`]`);
  const holder = [SHELL_PATHS, ...house.remotes.map((one) => `${one}/remote.manifest.ts`)].find((file) =>
    address.test(draft.read(file)),
  );
  const isRoute = new RegExp(` /${word}[/ ]`).test(draft.read('api/src/testing/tenancy/table.ts'));
  if (holder || isRoute)
    throw new Refusal(
      `The name is taken: /${word} is an address ${holder ? `in ${holder}` : 'of the server'}.`,
    );
}

/** A remote with one page, as the kit makes it for other repositories, among the workspaces of this one. */
export function makeRemote(house: House, word: string): Draft {
  toName(word);
  if (!/^[a-z]{2,}$/.test(word))
    throw new Refusal(`"${word}" is no name: a remote has small letters alone, as weather.`);
  const name = `mf-${word}`;
  const draft = new Draft(house);
  assertFree(draft, house, word, name);
  for (const [file, text] of remoteFiles(word)) draft.create(`${name}/${file}`, text);
  const packageJson = draft.read(`${MODEL}/package.json`).replaceAll(MODEL, name);
  draft.create(`${name}/package.json`, packageJson);
  draft.create(`${name}/tsconfig.json`, draft.read(`${MODEL}/tsconfig.json`));
  draft.create(`${name}/README.md`, readme(name, word));
  draft.append('CODEOWNERS', `${`/${name}/`.padEnd(16)} @ezdash/${word}\n`);
  // Written here, not by npm install: that needs the network, and drops what other platforms need from the lock file.
  const { version, dependencies } = JSON.parse(packageJson) as { version: string; dependencies: object };
  const lock = withPackages(JSON.parse(draft.read('package-lock.json')) as Lock, {
    [name]: { version, dependencies },
    [`node_modules/${name}`]: { resolved: name, link: true },
  });
  draft.edit('package-lock.json', /^[\s\S]+$/, () => `${JSON.stringify(lock, null, 2)}\n`);
  return draft;
}

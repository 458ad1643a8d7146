import { Draft, type House, type Name, Refusal, toName } from './draft';

interface Place extends Name {
  namespace: string;
  /** `/advertiser/site-notes` */
  path: string;
}

const plainPage = ({
  namespace,
  path,
  camel,
  pascal,
}: Place) => `import { PageHeader, usePageTitle } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** \`${path}\` */
export function ${pascal}Page() {
  const { t } = useTranslation('${namespace}');
  const title = t('page.${camel}');
  usePageTitle(title);
  return <PageHeader title={title} />;
}
`;

const authPage = ({ path, camel, pascal }: Place) => `import { useTranslation } from 'react-i18next';
import { AuthPage } from '../components/AuthPage';
import { StepHead } from '../components/StepHead';

/** \`${path}\` */
export function ${pascal}Page() {
  const { t } = useTranslation('auth');
  const title = t('page.${camel}');
  return (
    <AuthPage title={title}>
      <StepHead title={title} />
    </AuthPage>
  );
}
`;

const settingsPage = ({ path, camel, pascal }: Place) => `import { Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** \`${path}\`. Drawn by \`App\` in its frame. */
export function ${pascal}Page() {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('page.${camel}')}>
      <p>{t('lead.${camel}')}</p>
    </Panel>
  );
}
`;
/** The line under the title, which the frame of the settings asks for. */
const LEADS: Readonly<Record<string, string>> = {
  'de.json': 'Diese Seite hat noch keinen Inhalt',
  'en.json': 'This page has no content yet',
};

const test = (
  { namespace, path, title }: Place,
  shown: string,
  from: string,
) => `import { renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { screen } from '@testing-library/react';
import { ${shown} } from '${from}';
import en from '../locales/en.json';

test('shows its title', async () => {
  renderRemote(<${shown} />, { path: '${path}', user: testUser(), texts: { ${namespace}: en } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('${title}');
});
`;

/** Who may open it, and what shows it, as the pages before it say it. */
function accessIn(manifest: string): string {
  if (/^const shown = /m.test(manifest)) return '...shown';
  return /^const access = /m.test(manifest) ? 'access, built: true' : "access: 'signed-in', built: true";
}

function declare(draft: Draft, file: string, { namespace, path, kebab, camel }: Place): void {
  const manifest = draft.read(file);
  const taken = new RegExp(`(?:id: |page\\()'${camel}'|path: '${path}'|page\\('\\w+', '${kebab}'`);
  if (taken.test(manifest)) throw new Refusal(`The name is taken: ${file} has such a page.`);
  const key = `titleKey: '${namespace}:page.${camel}'`;
  const entry = `{ id: '${camel}', path: '${path}', ${key}, ${accessIn(manifest)} },`;
  draft.edit(file, /,?\s*\],\n {2}navigation: \[/, () => `,\n${entry}\n  ],\n  navigation: [`);
  if (/\n {2}navigation: \[\],/.test(manifest)) return;
  const own = [...manifest.matchAll(/\broles: (\[[^\]]*\])/g)].at(-1)?.[1];
  const roles = /, roles \}/.test(manifest) ? 'roles' : `roles: ${own}`;
  const label = `labelKey: '${namespace}:page.${camel}'`;
  const item = `{ page: '${camel}', icon: 'grid', group: 2, ${label}, ${roles} },`;
  draft.edit(file, /,?\s*\],\n\}\);\n$/, () => `,\n${item}\n  ],\n});\n`);
}

/** Puts the page where the remote has its others: in a table of lazy ones, or among its routes. */
function route(draft: Draft, file: string, { path, camel, pascal }: Place): void {
  const text = draft.read(file);
  const load = `lazyPage(() => import('./pages/${pascal}Page'), '${pascal}Page')`;
  if (text.includes('const PAGES: ')) {
    draft.edit(file, /const PAGES: Readonly<Record<string, LazyPage>> = \{[^}]*\n(?=\};)/, (table) => {
      return `${table}  '${path}': ${load},\n`;
    });
  } else if (text.includes('const LAZY_PAGES: ')) {
    const own = `lazyPage(async () => (await import('./pages/${pascal}Page')).${pascal}Page)`;
    draft.edit(file, /\n\];\n/, (end) => `\n  { path: '${path}', page: '${camel}', lazy: ${own} },${end}`);
  } else {
    // The shell waits for what suspends here.
    const last = /(?<=(?:^|\n)import [^;]*;\n)(?=\n)/;
    draft.edit(file, last, () => `\nconst ${pascal}Page = ${load};\n`);
    draft.edit(file, / *<\/Routes>/, (end) => `<Route path="${path}" element={<${pascal}Page />} />\n${end}`);
    if (!/\blazyPage\b[^;]* from '/.test(text))
      draft.edit(file, /^/, () => `import { lazyPage } from '@ezdash/ui';\n`);
  }
}

/** A page of a remote: in its manifest, its texts, its routes, and a test of it. */
export function makePage(house: House, wanted: string, kebab: string): Draft {
  const remote = wanted.startsWith('mf-') ? wanted : `mf-${wanted}`;
  if (!house.remotes.includes(remote))
    throw new Refusal(`There is no remote ${remote}. There are ${house.remotes.join(', ')}.`);
  const name = toName(kebab);
  const draft = new Draft(house);
  const at = (file: string) => `${remote}/${file}`;
  const manifestFile = at('remote.manifest.ts');
  const manifest = draft.read(manifestFile);
  const namespace = /namespace: '(\w+)'/.exec(manifest)?.[1];
  const base = /path: ['`](\/[a-z]+)/.exec(manifest)?.[1];
  if (!namespace || !base) throw new Refusal(`${manifestFile} has another shape than the templates know.`);
  const place = { ...name, namespace, path: `${base}/${kebab}` };
  const app = ['src/App.tsx', 'src/expose.Console.tsx', 'src/expose.tsx'].map(at).find((file) => {
    return /<Routes>/.test(house.find(file) ?? '');
  });
  if (!app) throw new Refusal(`${remote} has no routes in src/App.tsx.`);
  declare(draft, manifestFile, place);
  route(draft, app, place);
  const isFramed = house.find(at('src/components/SettingsFrame.tsx')) !== null;
  const isAuth = house.find(at('src/components/AuthPage.tsx')) !== null;
  const template = isFramed ? settingsPage : isAuth ? authPage : plainPage;
  const file = at(`src/pages/${name.pascal}Page`);
  draft.create(`${file}.tsx`, template(place));
  const [shown, from] = app.endsWith('App.tsx')
    ? ['App', '../App']
    : [`${name.pascal}Page`, `./${name.pascal}Page`];
  draft.create(`${file}.test.tsx`, test(place, shown, from));
  for (const locale of house.list(at('src/locales')).filter((one) => one.endsWith('.json'))) {
    const texts = at(`src/locales/${locale}`);
    draft.edit(texts, /\n {2}"page": \{/, (head) => `${head}\n    "${name.camel}": "${name.title}",`);
    const lead = LEADS[locale] ?? LEADS['en.json'];
    if (isFramed) draft.edit(texts, /\n {2}"lead": \{/, (head) => `${head}\n    "${name.camel}": "${lead}",`);
  }
  if (isFramed) {
    draft.edit(at('src/components/settingsPage.ts'), /;\n$/, () => `\n  | '${name.camel}';\n`);
    draft.edit(at('src/components/SettingsList.tsx'), / {4}\],\n {2}\},\n {2}\{\n {4}id: 'signIn'/, (end) => {
      return `      { page: '${name.camel}', href: '${place.path}' },\n${end}`;
    });
  }
  return draft;
}

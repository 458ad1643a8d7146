export interface Setting {
  names: string[];
  otherwise: string;
  what: string;
}

const ROW = /^\| (`[A-Z].*?) *\| (.*?) *\| (.*?) *\|$/;
const plain = (text: string) =>
  text
    .replaceAll(/\[[^\]]+\]\(([^)#]+)[^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('\\|', '|')
    .trim();

/** The table of settings in README.md, in its order. `SENTRY_DSN_MF_…` stands for every name that begins so. */
export function readSettings(readme: string): Setting[] {
  const table = readme.split('### Settings')[1]?.split(/^## /m)[0] ?? '';
  return table.split('\n').flatMap((line) => {
    // A bar within a cell is written \|.
    const [, names, otherwise, what] = ROW.exec(line.replaceAll('\\|', '\u0000')) ?? [];
    if (names === undefined || otherwise === undefined || what === undefined) return [];
    return {
      names: plain(names).split(', '),
      otherwise: plain(otherwise),
      what: plain(what).replaceAll('\u0000', '|'),
    };
  });
}

const HEAD = `# Settings for this machine: copy to .env, which npm start, dev, ledger, admin and remotes read. What the environment says
# comes first, and nothing is required. Derived from the table in README.md by npm run derive.
`;

/** .env.example */
export function writeExample(readme: string): string {
  const blocks = readSettings(readme).map(({ names, otherwise, what }) => {
    const said = otherwise === '' ? '' : ` [${otherwise}]`;
    return [
      `# ${what}${said}`,
      ...names.filter((name) => !name.endsWith('…')).map((name) => `#${name}=`),
    ].join('\n');
  });
  return `${[HEAD, ...blocks].join('\n\n').replace('\n\n\n', '\n\n')}\n`;
}

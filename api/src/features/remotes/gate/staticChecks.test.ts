import { randomBytes } from 'node:crypto';
import { makeRelease, makeShell } from '../testReleases';
import { BUDGET, budgetCheck, contractCheck, outcomeOf, pluginCheck, sharedCheck } from './staticChecks';

const sharedPackages = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-router-dom': '7.18.5',
  i18next: '27.1.2',
  'react-i18next': '18.0.1',
  '@ezdash/store': '1.0.0',
  '@ezdash/ui': '1.0.0',
  '@ezdash/ui/data': '1.0.0',
};
const shell = makeShell({ shared: sharedPackages });
const ranges = Object.fromEntries(
  Object.entries(sharedPackages).map(([name, version]) => [name, `^${version}`]),
);
const release = makeRelease({ shared: ranges });

test('a release that fits passes all of them', () => {
  const checks = [contractCheck, sharedCheck, pluginCheck].map((check) => check(release, shell));
  expect([...checks, budgetCheck(release)].map(({ check, outcome }) => `${check} ${outcome}`)).toEqual([
    'contract passed',
    'shared passed',
    'plugin passed',
    'budget passed',
  ]);
});

test('each check fails by its own problems alone', () => {
  const bad = makeRelease({ pluginVersion: '3.0.0', shared: { ...ranges, react: '^20.0.0' } });
  bad.manifest.contractVersion = 9;
  expect(contractCheck(bad, shell)).toMatchObject({
    outcome: 'failed',
    detail: 'needs contract 9, the shell has 1',
  });
  expect(sharedCheck(bad, shell)).toMatchObject({
    outcome: 'failed',
    detail: 'needs react ^20.0.0, the shell has 19.3.1',
  });
  expect(pluginCheck(bad, shell)).toMatchObject({
    outcome: 'failed',
    detail: 'built with federation 3.0.0, the shell provides 2.9.2',
  });
});

test.each(['react', 'react-router-dom', '@ezdash/store'])('%s is never twice in a page', (name) => {
  const { [name]: _, ...others } = ranges;
  expect(sharedCheck(makeRelease({ shared: others }), shell)).toMatchObject({
    outcome: 'failed',
    detail: `does not take ${name} from the shell, so the page would have it twice`,
  });
});

test('a shared package that a release can do without may be missing', () => {
  const { '@ezdash/ui/data': _, ...others } = ranges;
  expect(sharedCheck(makeRelease({ shared: others }), shell).outcome).toBe('passed');
});

describe('the budget', () => {
  const described = (byteCount: number, brotliByteCount?: number) => ({
    integrity: 'sha384-',
    byteCount,
    ...(brotliByteCount === undefined ? {} : { brotliByteCount }),
  });
  const weighing = (entry: ReturnType<typeof described>, script: number, style: number) =>
    makeRelease({
      files: {
        'remoteEntry.js': entry,
        'App.js': described(900_000, script),
        'App.css': described(900_000, style),
      },
    });

  it('is what goes over the line', () => {
    const release = weighing(described(900_000, BUDGET.entry), BUDGET.module - 10, 10);
    expect(budgetCheck(release)).toMatchObject({
      outcome: 'passed',
      detail: expect.stringMatching(
        /^the entry 8\.0 kB, the first rendering of App 150\.0 kB, the manifest 0\.\d kB, the language file en 0\.0 kB, the language file de 0\.0 kB$/,
      ),
    });
  });

  it('of a file that nobody compressed is all its bytes', () => {
    expect(budgetCheck(weighing(described(BUDGET.entry + 1), 1, 1)).outcome).toBe('failed');
  });

  /** Nothing that compresses. */
  const noise = (bytes: number) => randomBytes(bytes).toString('base64');

  it('is kept by what every page holds and loads', () => {
    const heavy = makeRelease({
      locales: { en: { title: noise(BUDGET.texts) }, de: { title: 'Kampagnen' } },
    });
    expect(budgetCheck(heavy)).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/^the language file en weighs 5\d\.\d kB, 50\.0 kB are agreed$/),
    });
    const { manifest } = makeRelease();
    const [page] = manifest.pages;
    const titleKey = `advertiser:${noise(BUDGET.manifest)}`;
    const long = makeRelease({ manifest: { ...manifest, pages: page ? [{ ...page, titleKey }] : [] } });
    expect(budgetCheck(long).detail).toMatch(/^the manifest weighs 4\.\d kB, 4\.0 kB are agreed$/);
  });

  it('names each part that is too heavy', () => {
    const release = weighing(described(40_000, 12_340), BUDGET.module, 1_000);
    expect(budgetCheck(release)).toMatchObject({
      outcome: 'failed',
      detail:
        'the entry weighs 12.3 kB, 8.0 kB are agreed; the first rendering of App weighs 151.0 kB, 150.0 kB are agreed',
    });
  });
});

test('what a release says in a verdict is text that can be kept and seen, on one line', () => {
  const said = 'a\u0000b\nc\u001b[31md \ud800 e 🚀 \u202Ef\u200Bg';
  expect(outcomeOf('entry', [said], '').detail).toBe('a b c [31md e 🚀 fg');
  expect(outcomeOf('render', [], said).detail).toBe('a b c [31md e 🚀 fg');
});

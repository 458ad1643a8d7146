import type { ServedRelease } from '@ezdash/contracts';
import { createReleaseStyles } from './releaseStyles';

const release = (version: string): ServedRelease => ({
  version,
  entry: `/remotes/mf-advertiser/${version}/remoteEntry.js`,
  type: 'var',
  global: 'x',
  integrity: '',
});

function addSheet(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return link;
}
const sheetOf = (version: string) => addSheet(`/remotes/mf-advertiser/${version}/App.css`);
/** Observers hear of it at the end of the turn. */
const turn = () => Promise.resolve();

afterEach(() => document.head.replaceChildren());

test('of two releases of a remote, the sheets of the one in use count', async () => {
  const styles = createReleaseStyles();
  styles.show('mf-advertiser', release('1.0.0'));
  const [first, others] = [sheetOf('1.0.0'), addSheet('/remotes/mf-settings/1.0.0/App.css')];
  styles.expect('mf-advertiser', release('2.0.0'));
  const second = sheetOf('2.0.0');
  await turn();
  expect([first.media, second.media, others.media]).toEqual(['', 'not all', '']);
  styles.show('mf-advertiser', release('2.0.0'));
  expect([first.media, second.media, others.media]).toEqual(['not all', '', '']);
});

test('a release that comes back has its sheets back, those that come late too', async () => {
  const styles = createReleaseStyles();
  styles.show('mf-advertiser', release('1.0.0'));
  const [first] = [sheetOf('1.0.0'), await turn()];
  styles.show('mf-advertiser', release('2.0.0'));
  const second = sheetOf('2.0.0');
  styles.show('mf-advertiser', release('1.0.0'));
  const late = addSheet('/remotes/mf-advertiser/2.0.0/late.css');
  await turn();
  expect([first.media, second.media, late.media]).toEqual(['', 'not all', 'not all']);
});

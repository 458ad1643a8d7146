import type { Role } from '@ezdash/contracts';
import { makeRelease } from '../testReleases';
import { CLAIMS, type Claim, settleClaims } from './claims';

const claim = (
  name: string,
  paths: string[],
  change: Partial<Claim> & { namespace?: string } = {},
): Claim => {
  const { namespace = name.slice(3), ...rest } = change;
  const pages = paths.map((path) => ({
    id: path.replaceAll(/\W/g, '_'),
    path,
    titleKey: `${namespace}:page`,
    access: 'public' as const,
    built: true,
  }));
  const roles: Role[] = ['advertiser'];
  const navigation = pages.map(({ id }) => ({
    page: id,
    labelKey: 'nav',
    icon: 'home',
    group: 1 as const,
    roles,
  }));
  return {
    name,
    manifest: { ...makeRelease().manifest, name, namespace, pages, navigation },
    rank: CLAIMS.admitted,
    sinceMs: 1,
    ...rest,
  };
};
const pathsOf = (claims: Claim[]) =>
  settleClaims(claims).map((manifest) => manifest?.pages.map(({ path }) => path) ?? null);

it('leaves what nobody else has as it is', () => {
  const claims = [claim('mf-a', ['/a', '/b']), claim('mf-c', ['/c'])];
  for (const [index, manifest] of settleClaims(claims).entries())
    expect(manifest).toBe(claims[index]?.manifest);
});

it('what was gone back to gives way to who has its address by now, with its place in the navigation', () => {
  const back = claim('mf-a', ['/weather/:id', '/a'], { rank: CLAIMS.restored, sinceMs: 0 });
  const other = claim('mf-b', ['/weather/today'], { sinceMs: 9 });
  expect(pathsOf([back, other])).toEqual([['/a'], ['/weather/today']]);
  const [left] = settleClaims([back, other]);
  expect(left?.navigation.map(({ page }) => page)).toEqual(['_a']);
});

it('of two of a rank the older one has it, and no pin takes it from either', () => {
  const older = claim('mf-b', ['/x'], { sinceMs: 1 });
  const newer = claim('mf-a', ['/x'], { sinceMs: 2 });
  const pin = claim('mf-c', ['/x'], { rank: CLAIMS.chosen, sinceMs: 0 });
  expect(pathsOf([newer, pin, older])).toEqual([[], [], ['/x']]);
});

it('a canary and the active release of one remote have their addresses both', () => {
  expect(pathsOf([claim('mf-a', ['/x']), claim('mf-a', ['/x', '/y'], { sinceMs: 2 })])).toEqual([
    ['/x'],
    ['/x', '/y'],
  ]);
});

it('nothing is shown in another remote’s words', () => {
  const own = claim('mf-a', ['/a'], { namespace: 'same' });
  const late = claim('mf-b', ['/b'], { namespace: 'same', sinceMs: 2 });
  expect(pathsOf([late, own])).toEqual([null, ['/a']]);
});

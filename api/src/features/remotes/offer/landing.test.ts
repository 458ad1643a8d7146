import type { RemotePage } from '@ezdash/contracts';
import { makeRelease } from '../testReleases';
import { landingOf } from './landing';

const page = (path: string, access: RemotePage['access'], built = true): RemotePage => ({
  id: path,
  path,
  titleKey: 'weather:title',
  access,
  built,
});
const { manifest } = makeRelease({});
const land = (role: Parameters<typeof landingOf>[1], ...pages: RemotePage[]) =>
  landingOf({ manifest: { ...manifest, pages } }, role);

test('it is the first page that the person may open', () => {
  const pages = [
    page('/weather/confirmed', 'public'),
    page('/weather/later', 'signed-in', false),
    page('/weather/:id', 'signed-in'),
    page('/weather/join', 'guest'),
    page('/weather/plan', { roles: ['advertiser'] }),
    page('/weather', 'signed-in'),
    page('/weather/about', 'public'),
  ];
  expect(land('advertiser', ...pages)).toBe('/weather/plan');
  expect(land('publisher', ...pages)).toBe('/weather');
  expect(land(null, ...pages)).toBe('/weather/join');
  expect(land(null, ...pages.slice(4))).toBe('/weather/about');
});

test('it is the welcome page where that is none of them', () => {
  expect(land('advertiser')).toBe('/');
  expect(land(null, page('/weather', 'signed-in'))).toBe('/');
  expect(land('publisher', page('/weather', { roles: ['advertiser'] }))).toBe('/');
});

test('it is never another host', () => {
  for (const path of ['//elsewhere.test', '/\\elsewhere.test', '/weather//x', '/weather/*'])
    expect(land(null, page(path, 'public'))).toBe('/');
});

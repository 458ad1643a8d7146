import {
  anAd,
  candidate,
  closeTestPage,
  load,
  openTag,
  openTestPage,
  page,
  settle,
  slot,
} from '../src/testing/tagPage';

/** What people have agreed to, and what the page says, decides whether anything is kept in the browser. */

beforeEach(openTestPage);
afterEach(() => {
  closeTestPage();
  delete window.__tcfapi;
  delete window.__gpp;
});

let shows = 0;
/** Shows an ad with a frequency cap, which is what there is to keep. */
async function show(storage?: string): Promise<number> {
  shows += 1;
  const capped = { campaign: `c_${shows}`, cap: { count: 9, seconds: 3_600 } };
  page.network = { z_1: anAd({ candidates: [candidate(capped)] }) };
  const element = slot('z_1');
  openTag({ storage });
  await settle();
  load(element);
  await settle();
  expect(element.dataset.ezState).toBe('filled');
  return localStorage.length;
}

type Tcf = NonNullable<Window['__tcfapi']>;
const tcf =
  (data: Parameters<Parameters<Tcf>[2]>[0], ok = true): Tcf =>
  (_command, _version, callback) =>
    callback(data, ok);
const agreed = (first: boolean) => ({
  purpose: { consents: { 1: first, 2: true } },
  eventStatus: 'tcloaded',
});

test.each([
  ['nobody asks', () => {}, true],
  ['the person has agreed', () => Object.assign(window, { __tcfapi: tcf(agreed(true)) }), true],
  ['the person has not agreed', () => Object.assign(window, { __tcfapi: tcf(agreed(false)) }), false],
  [
    'the law does not ask',
    () => Object.assign(window, { __tcfapi: tcf({ gdprApplies: false, eventStatus: 'tcloaded' }) }),
    true,
  ],
  [
    'the question is on the screen',
    () => Object.assign(window, { __tcfapi: tcf({ gdprApplies: true, eventStatus: 'cmpuishown' }) }),
    false,
  ],
  ['it does not answer', () => Object.assign(window, { __tcfapi: () => {} }), false],
  ['it fails', () => Object.assign(window, { __tcfapi: tcf(null as never, false) }), false],
  [
    'it throws',
    () =>
      Object.assign(window, {
        __tcfapi: () => {
          throw new Error('Not now');
        },
      }),
    false,
  ],
] as const)('TCF: %s', async (_, set, isKept) => {
  set();
  expect((await show()) > 0).toBe(isKept);
});

const gpp = (signalStatus: string, parsedSections: object) =>
  Object.assign(window, {
    __gpp: (_command: string, callback: (data: object, ok: boolean) => void) =>
      callback({ eventName: 'signalStatus', pingData: { signalStatus, parsedSections } }, true),
  });

test.each([
  ['nothing is said', 'ready', {}, true],
  ['it is not ready', 'not ready', {}, false],
  ['Europe, agreed', 'ready', { tcfeuv2: [{ PurposeConsents: [true, false] }] }, true],
  ['Europe, not agreed', 'ready', { tcfeuv2: { PurposeConsents: [false, true] } }, false],
  ['America, opted out of sale', 'ready', { usnat: [{ SaleOptOut: 1 }, { Gpc: false }] }, false],
  ['America, opted out of targeting', 'ready', { usca: { TargetedAdvertisingOptOut: 1 } }, false],
  ['America, the browser’s own signal', 'ready', { usva: [{ SaleOptOut: 2 }, { Gpc: true }] }, false],
  ['America, not opted out', 'ready', { usnat: { SaleOptOut: 2, SharingOptOut: 0 } }, true],
] as const)('GPP: %s', async (_, status, sections, isKept) => {
  gpp(status, sections);
  expect((await show()) > 0).toBe(isKept);
});

test('who takes the consent back takes what was kept along', async () => {
  let say: (data: object, ok: boolean) => void = () => {};
  Object.assign(window, {
    __tcfapi: (_command: string, _version: number, callback: typeof say) => {
      say = callback;
      callback(agreed(true), true);
    },
  });
  expect(await show()).toBeGreaterThan(0);
  say({ ...agreed(false), eventStatus: 'useractioncomplete' }, true);
  expect(localStorage).toHaveLength(0);
});

test('a page that wants nothing kept says so', async () => {
  expect(await show('none')).toBe(0);
});

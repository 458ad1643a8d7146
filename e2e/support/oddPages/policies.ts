import { html, type OddPage, type Place, plain, viewed } from './oddPage';

/** What a banner about consent puts into the page; `say` is what the person has chosen. */
const tcf = (consent: boolean) => `<script>
window.__tcfapi = (command, version, callback) => {
  window.listeners = [...(window.listeners ?? []), callback];
  callback({ gdprApplies: true, eventStatus: ${consent ? "'tcloaded', purpose: { consents: { 1: true } }" : "'cmpuishown', purpose: { consents: {} }"} }, true);
};
window.say = (yes) => listeners.forEach((each) => each({ gdprApplies: true, eventStatus: 'useractioncomplete', purpose: { consents: { 1: yes } } }, true));
</script>`;
const gpp = (section: object) => `<script>
window.__gpp = (command, callback) => callback({ pingData: { signalStatus: 'ready', parsedSections: { usnat: [${JSON.stringify(section)}] } } }, true);
</script>`;
/** What a page with such a banner has for the frames in it. */
const forFrames = (name: 'tcf' | 'gpp') => {
  const [api, locator] = name === 'tcf' ? ['__tcfapi', '__tcfapiLocator'] : ['__gpp', '__gppLocator'];
  return `<iframe name="${locator}" style="display:none"></iframe><script>
addEventListener('message', ({ data, source }) => {
  const call = data?.${api}Call;
  if (!call) return;
  const answer = (returnValue, success) => source.postMessage({ ${api}Return: { returnValue, success, callId: call.callId } }, '*');
  if ('${name}' === 'tcf') __tcfapi(call.command, call.version, answer, call.parameter);
  else __gpp(call.command, answer, call.parameter);
});
</script>`;
};
const frame = ({ network, zone }: Place) =>
  `<iframe src="${network.url}/frame/${zone('a')}" width="300" height="250" title="Advertisement" scrolling="no" style="border:0;display:block" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>`;

const CONSENT: readonly OddPage[] = [
  { name: 'TCF without consent', answer: (place) => plain(place, tcf(false)), isStored: false },
  { name: 'TCF with consent', answer: (place) => plain(place, tcf(true)), isStored: true },
  {
    name: 'TCF with consent that comes later',
    answer: (place) => plain(place, tcf(false)),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate(
        `say(true); document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(place.slot('b'))})`,
      );
    },
    impressions: { a: 1, b: 1 },
    isStored: true,
  },
  {
    name: 'TCF with consent that is taken back',
    answer: (place) => plain(place, tcf(true)),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate('say(false)');
    },
    isStored: false,
  },
  { name: 'GPP opted out', answer: (place) => plain(place, gpp({ SaleOptOut: 1 })), isStored: false },
  { name: 'GPP not opted out', answer: (place) => plain(place, gpp({ SaleOptOut: 2 })), isStored: true },
  {
    name: 'a page that wants nothing stored',
    answer: (place) => html(place.script.replace('async', 'async data-storage="none"'), place.slot()),
    isStored: false,
  },
  {
    name: 'a frame in a page without TCF consent',
    answer: (place) => html('', tcf(false) + forFrames('tcf') + frame(place)),
    isStored: false,
  },
  {
    name: 'a frame in a page with TCF consent',
    answer: (place) => html('', tcf(true) + forFrames('tcf') + frame(place)),
    isStored: true,
  },
  {
    name: 'a frame in a page where TCF consent is taken back',
    answer: (place) => html('', tcf(true) + forFrames('tcf') + frame(place)),
    act: async (page, place) => {
      await viewed(place);
      await page.evaluate('say(false)');
    },
    isStored: false,
  },
  {
    name: 'a frame in a page with GPP, opted out',
    answer: (place) => html('', gpp({ TargetedAdvertisingOptOut: 1 }) + forFrames('gpp') + frame(place)),
    isStored: false,
  },
  {
    name: 'a frame in a page that asks nobody',
    answer: (place) => html('', frame(place)),
    isStored: true,
  },
];

const policy = (value: string) => ({ 'content-security-policy': value });
const strictPage = ({ network, zone, script }: Place) =>
  html(
    `<link rel="stylesheet" href="ads.css">${script}`,
    `${['a', 'b-html5', 'c-native'].map((name) => `<ins class="ez-ad ad-place" data-zone="${zone(name)}"></ins>`).join('')}<!-- ${network.url} -->`,
  );
const SHEET = { body: '.ad-place{display:block;width:300px;height:250px}', type: 'text/css' };
const ALL_FORMATS = { a: 1, 'b-html5': 1, 'c-native': 1 };

const HEADERS: readonly OddPage[] = [
  {
    name: 'a policy of hosts',
    answer: (place, path) =>
      path
        ? SHEET
        : {
            body: strictPage(place),
            headers: policy(
              `default-src 'none'; script-src ${place.network.url}; connect-src ${place.network.url}; img-src data: ${place.network.url}; frame-src ${place.network.url}; style-src 'self'`,
            ),
          },
    impressions: ALL_FORMATS,
  },
  {
    name: 'a policy of a nonce alone',
    answer: (place, path) =>
      path
        ? SHEET
        : {
            body: strictPage(place).replace('<script', '<script nonce="n0nce"'),
            headers: policy("script-src 'nonce-n0nce'; style-src 'self'; object-src 'none'; base-uri 'none'"),
          },
    impressions: ALL_FORMATS,
  },
  {
    name: 'a policy of a nonce, whose scripts may bring others',
    answer: (place, path) =>
      path
        ? SHEET
        : {
            body: strictPage(place).replace('<script', '<script nonce="n0nce"'),
            headers: policy(
              "script-src 'nonce-n0nce' 'strict-dynamic' https: 'unsafe-inline'; style-src 'self'; object-src 'none'; base-uri 'none'",
            ),
          },
    impressions: ALL_FORMATS,
  },
  {
    name: 'Trusted Types required',
    answer: (place) => ({
      body: html(place.script, ['a', 'b-html5', 'c-native'].map((name) => place.slot(name)).join('')),
      headers: policy("require-trusted-types-for 'script'; trusted-types 'none'"),
    }),
    impressions: ALL_FORMATS,
  },
  {
    name: 'an isolated page',
    answer: (place) => ({
      body: html(place.script, ['a', 'b-html5', 'c-native'].map((name) => place.slot(name)).join('')),
      headers: {
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      },
    }),
    impressions: ALL_FORMATS,
  },
  {
    name: 'an isolated page without credentials',
    answer: (place) => ({
      body: plain(place),
      headers: {
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-opener-policy': 'same-origin',
      },
    }),
  },
  {
    name: 'a page without an origin',
    answer: (place) => ({ body: plain(place), headers: policy('sandbox allow-scripts') }),
  },
  {
    name: 'a page that allows its frames nothing',
    answer: (place) => ({
      body: plain(place),
      headers: {
        'permissions-policy': 'fullscreen=(), storage-access=(), browsing-topics=()',
        'referrer-policy': 'no-referrer',
        'document-policy': 'js-profiling',
        'x-frame-options': 'DENY',
      },
    }),
  },
];

export const POLICIES: readonly OddPage[] = [...CONSENT, ...HEADERS];

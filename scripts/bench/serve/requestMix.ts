/** What browsers say of themselves: fifty shapes of user agents, each in several versions. */

/** A visit is some pages long: this part of the requests comes from an address that was not seen before. */
export const FRESH_SHARE = 0.25;
/** Of the requests that many are impressions; they wait for their fsync. */
export const EVENT_SHARE = 0.1;

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const DESKTOPS = [
  'Windows NT 10.0; Win64; x64',
  'Windows NT 6.1; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
];
const ANDROIDS = ['10; K', '11; SM-A515F', '12; Pixel 6', '13; SM-G991B', '14; Pixel 8', '15; SM-S928B'];
const APPLES = ['16_7', '17_4_1', '17_6', '18_2', '18_6', '26_0'];
const VERSIONS = [120, 124, 128, 131, 134, 137, 139, 141];

/** Every shape with each version. */
export function userAgents(): string[] {
  return VERSIONS.flatMap((version) => [
    ...DESKTOPS.flatMap((system) => [
      `Mozilla/5.0 (${system}) ${BLINK} Chrome/${version}.0.0.0 Safari/537.36`,
      `Mozilla/5.0 (${system}) ${BLINK} Chrome/${version}.0.0.0 Safari/537.36 Edg/${version}.0.0.0`,
      `Mozilla/5.0 (${system}) ${BLINK} Chrome/${version}.0.0.0 Safari/537.36 OPR/${version - 16}.0.0.0`,
      `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
    ]),
    ...ANDROIDS.flatMap((system) => [
      `Mozilla/5.0 (Linux; Android ${system}) ${BLINK} Chrome/${version}.0.0.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Linux; Android ${system}) ${BLINK} SamsungBrowser/${version - 110}.0 Chrome/${version}.0.0.0 Mobile Safari/537.36`,
    ]),
    ...APPLES.flatMap((system) => [
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) ${WEBKIT} Version/${system.split('_')[0]}.${version % 10} Mobile/15E148 Safari/604.1`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) ${WEBKIT} CriOS/${version}.0.0.0 Mobile/15E148 Safari/604.1`,
      `Mozilla/5.0 (iPad; CPU OS ${system} like Mac OS X) ${WEBKIT} Version/${system.split('_')[0]}.${version % 10} Mobile/15E148 Safari/604.1`,
    ]),
  ]);
}

const LANGUAGES =
  'en-US en-GB de-DE de-AT fr-FR fr-CA es-ES es-MX it-IT nl-NL pt-BR pt-PT ja-JP pl-PL sv-SE nb-NO da-DK fi-FI cs-CZ el-GR hu-HU ro-RO tr-TR ko-KR th-TH zh-CN'.split(
    ' ',
  );
export const LANGUAGE_HEADERS = LANGUAGES.flatMap((language) => {
  const plain = language.slice(0, 2);
  return [`${language},${plain};q=0.9,en;q=0.8`, `${language},${plain};q=0.5`];
});

import { DEVICE_CODES } from '@ezdash/contracts';
import { parseUserAgent } from './userAgent';

const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const onAndroid = (model: string, more = '') =>
  `Mozilla/5.0 (Linux; Android 9; ${model}) ${BLINK} Chrome/112.0.0.0 ${more}Safari/537.36`;

test.each([
  ['BRAVIA', onAndroid('BRAVIA 4K UR2 Build/PTT1.190515.001.S52')],
  ['Fire TV', onAndroid('AFTMM Build/PS7285; wv', 'Mobile ')],
  [
    'Chromecast',
    `Mozilla/5.0 (X11; Linux armv7l) ${BLINK} Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000`,
  ],
  ['Google TV', onAndroid('Chromecast Build/STTL.240206.002')],
  [
    'Humax',
    'Opera/9.80 (Linux 7405b0-smp; U; HbbTV/1.1.1 (; Humax; HD-FOX; 1.00.23; 1.0; ); ce-html/1.0; en) Presto/2.9',
  ],
  [
    'TCL',
    `Opera/9.80 (X11;Linux armv7i;NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;Vendor/TCL;U;en) ${BLINK} Safari/534.24`,
  ],
  [
    'Hisense',
    `Mozilla/5.0 (Linux armv7l) ${BLINK} Chrome/84.0.4147.140 Safari/537.36 OPR/46.0 OMI/4.21.4.112.Catcher4.66 Model/Hisense-MT9602 VIDAA/5.0(SUNNY;SmartTV)`,
  ],
  ['webOS', `Mozilla/5.0 (Web0S; Linux/SmartTV) ${BLINK} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`],
  ['NetCast', `Mozilla/5.0 (Linux; NetCast; U) ${BLINK} Chrome/38.0.2125.122 Safari/537.36 SmartTV/8.5`],
  ['Tizen', `Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) ${BLINK} Version/5.0 TV Safari/537.36`],
  ['Roku', 'Roku/DVP-12.5 (12.5.0.4178-30)'],
  ['Vizio', `Mozilla/5.0 (X11; Linux armv7l) ${BLINK} Chrome/91.0 Safari/537.36 Vizio/SmartCast`],
  ['Apple TV', 'AppleTV11,1/11.1'],
  ['Viera', 'Mozilla/5.0 (Viera; rv:34.0) Gecko/20100101 Firefox/34.0'],
  [
    'Philips',
    `Mozilla/5.0 (Linux armv7l) ${BLINK} Chrome/53.0 Safari/537.36 (, _TV_MT5, Philips, ) NETTV/6.0.2`,
  ],
  ['Sky', `Mozilla/5.0 (Linux; x86_64 GNU/Linux) ${BLINK} Version/8.0 Safari/601.1 WPE Sky_OTT`],
  ['Freebox', `Mozilla/5.0 (Linux; U; Linux armv7l; Freebox) ${BLINK} Chrome/63 Safari/537.36`],
  ['a set that names its inches', onAndroid('43LF7202T Build/RP1A.200720.011; wv', 'Mobile ')],
  ['a box', onAndroid('MIBOX4 Build/PI')],
])('%s is a television and no robot', (_, text) => {
  expect(parseUserAgent(text)).toMatchObject({ bot: false, client: { device: DEVICE_CODES.tv } });
});

test.each([
  ['a phone called bot', onAndroid('M bot 54', 'Mobile '), DEVICE_CODES.phone],
  ['a phone called discovery', onAndroid('Discovery 108C', 'Mobile '), DEVICE_CODES.phone],
  ['a phone called spider', onAndroid('Spider 8', 'Mobile '), DEVICE_CODES.phone],
  ['a phone whose name holds TV', onAndroid('W-K420-TVM', 'Mobile '), DEVICE_CODES.phone],
  ['a tablet whose name holds TV', onAndroid('BNTV600'), DEVICE_CODES.tablet],
  ['a phone named like a box', onAndroid('T950', 'Mobile '), DEVICE_CODES.phone],
])('%s is what it is, and no robot', (_, text, device) => {
  expect(parseUserAgent(text)).toMatchObject({ bot: false, client: { device } });
});

test.each([
  [
    'on a phone',
    `${onAndroid('Nexus 5X Build/MMB29P', 'Mobile ')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  ],
  ['in place of a model', onAndroid('PetalBot;+https://webmaster.petalsearch.com/site/petalbot')],
  [
    'on a feature phone',
    'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 (compatible; Googlebot-Mobile/2.1)',
  ],
  ['on a television', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/538.1 TVCrawler/1.0'],
  ['with a version in place of a model', onAndroid('SomeBot/1.0', 'Mobile ')],
  ['without a screen', `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/120.0.0.0 Safari/537.36`],
  [
    'that the list misses',
    `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Chrome/117.0.0.0 Safari/537.36 GTmetrix`,
  ],
  ['without a browser', 'python-requests/2.31.0'],
])('a robot %s is one', (_, text) => expect(parseUserAgent(text).bot).toBe(true));

import { createIsbotFromList, list } from 'isbot';
import { withoutModel } from './televisions';

/** Patterns of the list that people's browsers match more often than the robots that nothing else finds. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  '\\b\\w+/1\\.0;',
  '^[^ ]{50,}$',
  '\\(\\)',
  'chromeframe',
  'firephp',
  'sogou',
]);
const isListed = createIsbotFromList(list.filter((pattern) => !OF_PEOPLE.has(pattern)));
/** Robots that the list misses, whatever they claim to be. */
const UNLISTED =
  /gtmetrix|miniature\.io|assetnote|amzn-user|amazon-kendra|yunjiankong|\bylt\b|laravel|\bhlb\/|geckotrail|ips-agent|^coccoc\/|\bupday\/|\bdevin\/|webthumbnail/i;

/** Robots say so in these words wherever they run. */
const NAMES_ITSELF =
  /bot\b|bots?[/_-]|crawl|spider|https?:\/\/|@[a-z]|headless|lighthouse|preview|pagespeed|selenium|phantomjs|python|curl\/|wget|slurp/i;
/** Devices whose texts are of no common form, before browsers had one and beside it. */
const ODD_DEVICES =
  /\bMIDP|\bCLDC|\bMAUI\b|WAP[ -]?Browser|\bBREW\b|\bBada\/|UCBrowser|baidu(?:browser|boxapp)|YJApp-|SogouM(?:SE|obile)|Windows Phone|SymbianOS|BlackBerry|\bPalm(?:OS|Source)|QQDownload|Google (?:TV|Earth)|^iP(?:hone|ad|od)[\w,. ]{0,20}$|^nook browser/i;

/** Whether a program and no person sent it, as far as it says so itself. */
export function isRobot(text: string, isTelevision: boolean): boolean {
  const plain = withoutModel(text);
  if (UNLISTED.test(plain)) return true;
  return isTelevision || ODD_DEVICES.test(plain) ? NAMES_ITSELF.test(plain) : isListed(plain);
}

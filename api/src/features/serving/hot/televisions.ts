/**
 * Television sets and set-top boxes, by what their makers and platforms publish of themselves. A list of our own: those of
 * ua-parser-js 2 (AGPL) and Matomo (LGPL) have licences that do not fit.
 */
const PLATFORMS: readonly RegExp[] = [
  /smart-?_?tv|hbbtv|ce-?html|net(?:tv|cast|range)|bravia|sonycebrowser|vidaa|web0s|webos\.tv|vizio/i,
  /(?:google|android|apple|olleh|opera|internet|web|linkplay) ?tv(?:\b|\d)|\broku|\bviera\b|lg browser|maple\d|aquos-/i,
  // Fire TV; two of the models are cars.
  /\baft(?!l[bf]t962)[a-z][a-z0-9]{0,9}\b(?= build|\)|;)/i,
  /crkey(?!.{0,60}smartspeaker)|chromecast|tizen(?=[^)]{0,60}\btv)|\btv safari|safari\/[\d.]+ tv\b|\btv bro|tvbrowser/i,
  /mozilla\/5\.0 \(tv;|\bomi\/\d|\bmb\d{2}\/\d|linux (?:mips|sh4)|inettv|espial|dune ?hd|freebox|google fiber/i,
  /mr-device|\biptv|stbapp|\bstb|settop|set-top|bdplayer|blu-?ray|sonybdp|panasonic\.bd|philips ?tv|youview/i,
  /virginmedia|\bsky_(?:ott|stb|tv)|\bskyq|sagemcom|\(astro;|tivimate|\btivo\b|_stb|\(dtv\b|netgem|\bloewe|xiaomi tv|; tv[;)]/i,
  // Android's builds for television have a T as their second letter.
  /build\/[n-z]t[a-z]\d/i,
];

/** What a television that runs plain Android calls itself: its inches, its kind, or a maker of boxes. */
const MODELS: readonly RegExp[] = [
  /(?:Mi|Beyond|P|G|TD)TV|(?<!BN|\b[SBH]|Lite ?D|[ _]D|WTV)(?<!W)TV(?![MI\d])|ATV\d|STV-|Tv\b|L[EC]D-?_?\d\d|UHD/,
  /^(?:[A-Za-z]+[ _-])?[A-Z]?(?:19|2[248]|32|39|4[02389]|5[058]|6[05]|7[05]|8[256])[A-Z]{1,5}[-_]?\d{2}/,
  /^(?:2[24]|32|4[023]|5[05]|65|75)[A-Z]{1,4}\d/,
  /[Ss]hell|SHELL|(?<!Tur|X)B(?:ox(?:\b|[_\d])|OX)|OPENBOX|\b[48]K\b|OTT[\d_]|STB|STICK|[Ss]tick\b|SHIELD Android|Nexus Player/,
  /^(?:MXQ|X9\dQ[ _-]|X96|X88|H96|T95(?!\d)|A95X|HK1|KM\d\b|MK\d{3}|MINI?M8S|M8S|Q96|V88|A[SN]_?4K|AS5\d\d|rk3\d{3})/,
  /^(?:EVPAD|KANT-|ATOM-|CT-8|NV\d{3}|NEKO|KI+ P|MLT\d\d|GT-?(?:King|X-)|GT1-?m|AB[5X]|INVIN|K\d\dDL|TD\d\d)/,
  /^(?:SMX4K|NETTA|Netta|YNDX-\d{4}|SW-|VMP-|HX-|Amigo|NEO-[UXZ]|P\d\dL\d\d|T\d\dFS)/,
  /Beelink|UGOOS|ZIDOO|MINIX|Formuler|VORKE|Vorke|M[Ee]-?(?:cool|COOL)|NEXON|\bRKM|pendoo|YUNDOO|iconBIT|MyGica/,
  /Rombica|POLAR|Polar_|ANDOWL|TOUCAN|Ozone|Openbox|Movix|SELENGA|Selenga|Matador|Dolamee|Orbsmart|DREAMSTAR|Draco/,
  /Skystream|SKYSTREAM|DRAGON_|GTCOMBO|\bT(?:OX|X)\d|VONTAR|Vontar|Tran[Ss]peed|Tanix|Ugoos|TLE-\d|RED \d0|MXQ|_T95|TIVO/,
];

/** The model in `(Linux; Android 9; de-de; MODEL Build/…)`. */
const ANDROID_MODEL = /(\bAndroid [\d.]{1,8}; (?:[a-z]{2}[-_][a-z]{2}; )?)([^;()]{1,60})/i;

/** Of phones only a build has a version in this place: `SomeBot/1.0` is no model. */
const ROBOT_IN_PLACE = /(?:bot|crawler|spider)\//i;

/** The text without the name of an Android model, which is anything its maker likes: `M bot 60`, `Discovery`. */
export const withoutModel = (text: string): string =>
  text.replace(ANDROID_MODEL, (all, before: string, model: string) =>
    ROBOT_IN_PLACE.test(model) ? all : before,
  );

export function isTelevision(text: string): boolean {
  const model = ANDROID_MODEL.exec(text)?.[2] ?? '';
  return PLATFORMS.some((each) => each.test(text)) || MODELS.some((each) => each.test(model));
}

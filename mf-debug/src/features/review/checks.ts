import { AD_SIZES, HTML5, IMAGE_MAX_BYTES, reachesPage, VIDEO } from '@ezdash/contracts/constants';
import type { Review } from './queue';

/** What was looked at without a person. Texts under `debug:review.check.<name>`. */
export type CheckName = 'type' | 'size' | 'weight' | 'click' | 'landing' | 'displayUrl' | 'duplicates';

/** One check and what it found; `key` with `params` is the sentence, under `debug:review.found`. */
export interface Check {
  name: CheckName;
  passed: boolean;
  key: string;
  params: Record<string, string | number>;
}

/** Types the ad server shows, by the names people know. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
  'application/zip': 'HTML5',
  'video/mp4': 'MP4',
};
/** Heaviest of a format; words weigh nothing. */
const MOST_BYTES = {
  image: IMAGE_MAX_BYTES,
  picture: IMAGE_MAX_BYTES,
  html5: HTML5.mostBytes,
  video: VIDEO.mostBytes,
};
const KILOBYTE = 1024;
/** Names that no resolver of the open internet knows, and addresses of private networks. */
const PRIVATE_HOST =
  /^(localhost|.*\.(localhost|local|internal|test|invalid|lan)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[.*\])$/;

type Images = Review['campaign']['creatives'];
const namesOf = (values: readonly string[]) => [...new Set(values)].join(', ');
const kilobytes = (bytes: number) => Math.ceil(bytes / KILOBYTE);
const found = (name: CheckName, passed: boolean, key: string, params: Check['params'] = {}): Check => ({
  name,
  passed,
  key: `${name}.${key}`,
  params,
});

/** What has a file: words are read by a person. */
const filesOf = (creatives: Images) =>
  creatives.filter(({ image }) => image.format !== 'native' && image.format !== 'text');

function checkType(creatives: Images): Check {
  const types = creatives.map(({ image }) => image.content_type);
  const unknown = types.filter((type) => TYPE_NAMES[type] === undefined);
  if (unknown.length > 0) return found('type', false, 'unknown', { types: namesOf(unknown) });
  return found('type', true, 'known', { types: namesOf(types.map((type) => TYPE_NAMES[type] ?? type)) });
}

/** A video is shown at any size. */
const isSold = ({ image }: Images[number]) =>
  image.format === 'video' ||
  AD_SIZES.some(({ width, height }) => width === image.width && height === image.height);

function checkSize(creatives: Images): Check {
  const text = ({ image }: Images[number]) => `${image.width}×${image.height}`;
  const odd = creatives.filter((creative) => !isSold(creative));
  if (odd.length > 0) return found('size', false, 'unknown', { sizes: namesOf(odd.map(text)) });
  return found('size', true, 'known', { sizes: namesOf(creatives.map(text)) });
}

/** Of the one that comes closest to what its format may weigh. */
function checkWeight(creatives: Images): Check {
  let heaviest = { bytes: 0, most: IMAGE_MAX_BYTES };
  for (const { image } of creatives) {
    if (image.format === 'native' || image.format === 'text') continue;
    const most = MOST_BYTES[image.format];
    if (image.bytes / most > heaviest.bytes / heaviest.most) heaviest = { bytes: image.bytes, most };
  }
  const params = { weight: kilobytes(heaviest.bytes), most: kilobytes(heaviest.most) };
  const fits = heaviest.bytes <= heaviest.most;
  return found('weight', fits, fits ? 'within' : 'above', params);
}

/** Bundles lead clicks themselves, and none is approved before a click was seen to work. */
function checkClicks(creatives: Images, clicked: readonly string[]): Check[] {
  const bundles = creatives.filter(({ image }) => image.format === 'html5');
  if (bundles.length === 0) return [];
  const unseen = bundles.filter(
    ({ id, image }) => !(image.format === 'html5' && image.parts.click) && !clicked.includes(id),
  );
  if (unseen.length > 0)
    return [found('click', false, 'unseen', { names: namesOf(unseen.map(({ name }) => name)) })];
  return [found('click', true, 'seen', { count: bundles.length })];
}

/** By the address's form, and by what the network found there when it has looked. */
function checkLanding({ campaign: { landing_url: address }, landing }: Review): Check {
  if (!URL.canParse(address)) return found('landing', false, 'broken');
  const { protocol, hostname: host } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return found('landing', false, 'broken');
  // A name without a dot is one of somebody's own network.
  if (PRIVATE_HOST.test(host) || !host.includes('.')) return found('landing', false, 'private', { host });
  const status = landing?.status ?? '';
  // That nobody gets there weighs more than how.
  if (landing && !reachesPage(landing.outcome))
    return found('landing', false, `outcome.${landing.outcome}`, { host, status });
  // Where the redirects end may be without encryption though it began with it.
  if (protocol === 'http:' || landing?.outcome === 'not-https')
    return found('landing', false, 'plain', { host });
  if (!landing) return found('landing', false, 'unchecked', { host });
  return found('landing', true, 'answers', { host, status, ms: landing.took_ms });
}

/** A text ad that shows another domain than it leads to takes people in. */
function checkDisplayUrls({ foreign_display_urls: foreign = [] }: Review): Check[] {
  return foreign.length > 0 ? [found('displayUrl', false, 'foreign', { urls: namesOf(foreign) })] : [];
}

/** A file's address is made of its content, so the same address is the same file; words are the same by their id. */
const sameness = ({ image }: Images[number]) => image.url || image.id;

function checkDuplicates({ campaign }: Review, waiting: readonly Review[]): Check {
  const own = campaign.creatives.map(sameness);
  if (new Set(own).size < own.length) return found('duplicates', false, 'twice');
  const others = waiting.filter((review) => review.campaign.id !== campaign.id);
  const same = others.filter((review) =>
    review.campaign.creatives.some((creative) => own.includes(sameness(creative))),
  );
  if (same.length === 0) return found('duplicates', true, 'none');
  return found('duplicates', false, 'shared', {
    names: same.map((review) => review.campaign.name).join(', '),
  });
}

/** What can be said of a campaign without a person, from its files, its address and what else waits. */
export function checksOf(
  review: Review,
  waiting: readonly Review[],
  clicked: readonly string[] = [],
): Check[] {
  const { creatives } = review.campaign;
  const files = filesOf(creatives);
  const ofFiles = files.length > 0 ? [checkType(files), checkSize(files), checkWeight(files)] : [];
  return [
    ...ofFiles,
    ...checkClicks(creatives, clicked),
    checkLanding(review),
    ...checkDisplayUrls(review),
    checkDuplicates(review, waiting),
  ];
}

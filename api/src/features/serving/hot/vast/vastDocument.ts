import type { SnapshotCreative } from '../index/entries';
import { TRACKED, type VideoEvent } from './videoEvents';

/** How long an impression counts after its decision, which is how long a player may keep the document. */
const EXPIRES_SECONDS = 3_600;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = ' xmlns="http://www.iab.com/VAST"';

/** Those that can be written, oldest first. */
export const VAST_VERSIONS = ['2.0', '3.0', '4.0', '4.1', '4.2'] as const;
export type VastVersion = (typeof VAST_VERSIONS)[number];
/** For whoever does not say. */
export const DEFAULT_VERSION: VastVersion = '4.2';

/** Whether a version has what came with another one. */
const isSince = (version: VastVersion, first: VastVersion) =>
  VAST_VERSIONS.indexOf(version) >= VAST_VERSIONS.indexOf(first);
const UNKNOWN_EVENTS: Partial<Record<VastVersion, readonly VideoEvent[]>> = {
  '2.0': ['skip', 'closeLinear'],
  '4.0': ['closeLinear'],
};

/** Whose document it is and where its addresses lead. */
export interface VastPublisher {
  /** `AdSystem`: the network's name. */
  name: string;
  /** Scheme and host without a slash at the end. */
  origin: string;
}

export interface VastAd {
  creative: SnapshotCreative;
  token: string;
  /** UUID. */
  decisionId: string;
  /** Whose ad it is: the domain it leads to. */
  domain: string;
  /** What its event addresses carry behind them (`subQuery`); nothing unless said. */
  eventQuery?: string;
  /** The version somebody asks for; the default one without. */
  version?: VastVersion | undefined;
}

/** What XML 1.0 has no place for, not even escaped: controls, half of a surrogate pair, two non-characters. */
const NO_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string) =>
  text.replace(NO_XML, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
/** Addresses are ours and visible ASCII: what ends a CDATA section is none of theirs, and is cut in two in any case. */
const cdata = (address: string) => `<![CDATA[${address.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** `00:00:30` or `00:00:30.500`: milliseconds as VAST writes a duration. */
export function vastDuration(durationMs: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(durationMs / 1_000);
  const rest = Math.round(durationMs % 1_000);
  const clock = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`;
}

/** Null for a creative that is no video. */
function mediaOf({ content, address, width, height }: SnapshotCreative) {
  if (content?.format !== 'video') return null;
  const { contentType, parts } = content;
  const bitrate = parts.bitrate_kbps > 0 ? ` bitrate="${parts.bitrate_kbps}"` : '';
  const files =
    `<MediaFiles><MediaFile delivery="progressive" type="${escaped(contentType)}" width="${width}" height="${height}"` +
    `${bitrate} scalable="true" maintainAspectRatio="true">${cdata(address)}</MediaFile></MediaFiles>`;
  return { duration: `<Duration>${vastDuration(parts.duration_ms)}</Duration>`, files };
}

function inlineAd(
  { name, origin }: VastPublisher,
  { creative, token, decisionId, domain, eventQuery = '', version: asked }: VastAd,
): string {
  const media = mediaOf(creative);
  if (media === null) return '';
  const version = asked ?? DEFAULT_VERSION;
  const isFour = isSince(version, '4.0');
  /** `AdServingId`, `Expires`, `adType`, and a universal id whose value is no attribute. */
  const isServed = isSince(version, '4.1');
  const event = (event_: string, query = '') => cdata(`${origin}/vast/e/${event_}/${token}${query}`);
  const tracked = TRACKED.filter((each) => !UNKNOWN_EVENTS[version]?.includes(each));
  const tracking = `<TrackingEvents>${tracked.map((each) => `<Tracking event="${each}">${event(each)}</Tracking>`).join('')}</TrackingEvents>`;
  const clicks = `<VideoClicks><ClickThrough>${cdata(`${origin}/e/c/${token}${eventQuery}`)}</ClickThrough></VideoClicks>`;
  const host = escaped(new URL(origin).hostname);
  const idValue = isServed ? '' : ` idValue="${creative.publicId}"`;
  const system = `<AdSystem version="1">${escaped(name)}</AdSystem>`;
  // The macro's brackets are no part of an address (RFC 3986) and strict validators refuse them: it is written for who
  // asks for a version that has it, VAST 3 and up, and left out for everybody else.
  const withCode = asked !== undefined && asked !== '2.0';
  const error = `<Error>${event('error', withCode ? '?code=[ERRORCODE]' : '')}</Error>`;
  const impression = `<Impression id="${decisionId}">${cdata(`${origin}/e/i/${token}${eventQuery}`)}</Impression>`;
  // Half of the picture for two seconds, as the player measures it.
  const views =
    `<ViewableImpression id="${decisionId}"><Viewable>${cdata(`${origin}/e/v/${token}${eventQuery}`)}</Viewable>` +
    `<NotViewable>${event('notViewable')}</NotViewable>` +
    `<ViewUndetermined>${event('viewUndetermined')}</ViewUndetermined></ViewableImpression>`;
  // Never empty: VAST wants one. Names of campaigns and creatives are their owner's own; where it leads anybody may see.
  const title = `<AdTitle>${escaped(creative.alt.trim() || domain || name)}</AdTitle>`;
  const advertiser = domain === '' || version === '2.0' ? '' : `<Advertiser>${escaped(domain)}</Advertiser>`;
  const linear = isFour
    ? `${tracking}${media.duration}${media.files}${clicks}`
    : `${media.duration}${tracking}${clicks}${media.files}`;
  const adId = isFour ? 'adId' : 'AdID';
  const universalId = isFour
    ? `<UniversalAdId idRegistry="${host}"${idValue}>${creative.publicId}</UniversalAdId>`
    : '';
  const creatives =
    `<Creatives><Creative id="${creative.publicId}" ${adId}="${creative.publicId}" sequence="1">` +
    `<Linear>${linear}</Linear>${universalId}</Creative></Creatives>`;
  const served = isServed ? `<AdServingId>${decisionId}</AdServingId>` : '';
  const expires = isServed ? `<Expires>${EXPIRES_SECONDS}</Expires>` : '';
  const inline = isFour
    ? `${system}${error}${impression}${views}${served}${title}${advertiser}${creatives}${expires}`
    : `${system}${title}${advertiser}${error}${impression}${creatives}`;
  return `<Ad id="${creative.campaignPublicId}"${isServed ? ' adType="video"' : ''}><InLine>${inline}</InLine></Ad>`;
}

const inRoot = (inside: string, version: VastVersion) =>
  `${HEAD}<VAST version="${version}"${isSince(version, '4.0') ? NAMESPACE : ''}>${inside}</VAST>`;

/** A VAST document with one linear ad; '' when the creative is no video. */
export function vastDocument(publisher: VastPublisher, ad: VastAd): string {
  const inline = inlineAd(publisher, ad);
  return inline === '' ? '' : inRoot(inline, ad.version ?? DEFAULT_VERSION);
}

/** Without an ad; the player tells the address that there was none. VAST 2 has no place for it. */
export const emptyVast = (errorAddress: string, version: VastVersion = DEFAULT_VERSION): string =>
  inRoot(version === '2.0' ? '' : `<Error>${cdata(errorAddress)}</Error>`, version);

import type { SnapshotCreative } from '../index/entries';
import { TRACKED } from './videoEvents';

/** How long an impression counts after its decision, which is how long a player may keep the document. */
const EXPIRES_SECONDS = 3_600;
const VAST_VERSION = '4.2';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ROOT = `<VAST version="${VAST_VERSION}" xmlns="http://www.iab.com/VAST"`;

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
function mediaFile({ content, address, width, height }: SnapshotCreative): string | null {
  if (content?.format !== 'video') return null;
  const { contentType, parts } = content;
  const bitrate = parts.bitrate_kbps > 0 ? ` bitrate="${parts.bitrate_kbps}"` : '';
  return (
    `<Duration>${vastDuration(parts.duration_ms)}</Duration>` +
    `<MediaFiles><MediaFile delivery="progressive" type="${escaped(contentType)}" width="${width}" height="${height}"` +
    `${bitrate} scalable="true" maintainAspectRatio="true">${cdata(address)}</MediaFile></MediaFiles>`
  );
}

function inlineAd(
  { name, origin }: VastPublisher,
  { creative, token, decisionId, domain, eventQuery = '' }: VastAd,
): string {
  const media = mediaFile(creative);
  if (media === null) return '';
  const event = (event_: string) => cdata(`${origin}/vast/e/${event_}/${token}`);
  const tracking = TRACKED.map((each) => `<Tracking event="${each}">${event(each)}</Tracking>`).join('');
  const host = escaped(new URL(origin).hostname);
  return (
    `<Ad id="${creative.campaignPublicId}" adType="video"><InLine>` +
    `<AdSystem version="1">${escaped(name)}</AdSystem>` +
    // Without the macro [ERRORCODE]: its brackets are no part of an address (RFC 3986), and what is served has to be valid.
    `<Error>${event('error')}</Error>` +
    `<Impression id="${decisionId}">${cdata(`${origin}/e/i/${token}${eventQuery}`)}</Impression>` +
    // Half of the picture for two seconds, as the player measures it.
    `<ViewableImpression id="${decisionId}"><Viewable>${cdata(`${origin}/e/v/${token}${eventQuery}`)}</Viewable>` +
    `<NotViewable>${event('notViewable')}</NotViewable>` +
    `<ViewUndetermined>${event('viewUndetermined')}</ViewUndetermined></ViewableImpression>` +
    `<AdServingId>${decisionId}</AdServingId>` +
    // Never empty: VAST wants one. Names of campaigns and creatives are their owner's own; where it leads anybody may see.
    `<AdTitle>${escaped(creative.alt.trim() || domain || name)}</AdTitle>` +
    (domain === '' ? '' : `<Advertiser>${escaped(domain)}</Advertiser>`) +
    `<Creatives><Creative id="${creative.publicId}" adId="${creative.publicId}" sequence="1"><Linear>` +
    `<TrackingEvents>${tracking}</TrackingEvents>${media}` +
    `<VideoClicks><ClickThrough>${cdata(`${origin}/e/c/${token}${eventQuery}`)}</ClickThrough></VideoClicks></Linear>` +
    `<UniversalAdId idRegistry="${host}">${creative.publicId}</UniversalAdId></Creative></Creatives>` +
    `<Expires>${EXPIRES_SECONDS}</Expires></InLine></Ad>`
  );
}

/** A VAST 4.2 document with one linear ad; '' when the creative is no video. */
export function vastDocument(publisher: VastPublisher, ad: VastAd): string {
  const inline = inlineAd(publisher, ad);
  return inline === '' ? '' : `${HEAD}${ROOT}>${inline}</VAST>`;
}

/** Without an ad; the player tells the address that there was none. */
export function emptyVast(errorAddress: string): string {
  return `${HEAD}${ROOT}><Error>${cdata(errorAddress)}</Error></VAST>`;
}

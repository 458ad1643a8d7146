import type { SnapshotCreative, SnapshotZone } from '../serving';
import type { Banner, Imp, Video } from './bidRequest';
import { nativeAssets } from './nativeMarkup';
import type { NativeRequest } from './nativeRequest';
import { advertiserFloor, floorMicros } from './prices';
import { protocolFor } from './videoProtocols';

/** A place of an impression that one of the property's zones stands for. */
export interface Place {
  zone: SnapshotZone;
  format: 'banner' | 'video' | 'native';
  /** Least eCPM. */
  floorMicros: number;
  fits(creative: SnapshotCreative): boolean;
}

/** AdCOM: what a banner may not be (`btype`). */
const BANNER_TYPE = { image: 2, iframe: 4 };
const LINEAR = 1;
const PROGRESSIVE = 2;
const SECOND_MS = 1_000;
/** For an exchange that sells a pod by the second and does not say how long one of its ads may be. */
const LONGEST_SECONDS = 60;

/** Each is a decision of its own. */
const MOST_PLACES = 10;

const takes = <T>(list: readonly T[] | undefined, value: T) =>
  list === undefined || list.length === 0 || list.includes(value);

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const typeOf = (address: string) => imageTypes[address.slice(address.lastIndexOf('.') + 1)] ?? '';

function bannerTest({ btype, mimes = [] }: Banner, hasClickMacro: boolean): Place['fits'] {
  const takesHtml = mimes.length === 0 || mimes.includes('text/html');
  const blocks = (type: number) => btype?.includes(type) ?? false;
  return ({ format, address }) => {
    // A bundle gets its click as a parameter, escaped, where no exchange's macro would be replaced.
    if (format === 'html5') return takesHtml && !hasClickMacro && !blocks(BANNER_TYPE.iframe);
    return !blocks(BANNER_TYPE.image) && (takesHtml || mimes.includes(typeOf(address)));
  };
}

/** Exchanges write a most of 0 for none. */
const withinMost = (value: number, most: number | undefined) => !most || value <= most;

function durationTest({ minduration = 0, maxduration, rqddurs }: Video) {
  return (durationMs: number) => {
    const seconds = durationMs / SECOND_MS;
    if (rqddurs?.length) return rqddurs.includes(Math.round(seconds));
    return seconds >= minduration && withinMost(seconds, maxduration);
  };
}

function videoTest(video: Video): Place['fits'] {
  const { mimes = [], minbitrate = 0, maxbitrate, boxingallowed, w, h, linearity } = video;
  const isOurs =
    protocolFor(video) !== null &&
    takes(video.delivery, PROGRESSIVE) &&
    (linearity === undefined || linearity === LINEAR);
  const fitsDuration = durationTest(video);
  return ({ content, width, height }) => {
    if (!isOurs || content?.format !== 'video' || !takes(mimes, content.contentType)) return false;
    const { duration_ms, bitrate_kbps } = content.parts;
    const fitsShape = boxingallowed !== 0 || !w || !h || Math.abs(width / height - w / h) < 0.02;
    const fitsRate =
      bitrate_kbps === 0 || (bitrate_kbps >= minbitrate && withinMost(bitrate_kbps, maxbitrate));
    return fitsDuration(duration_ms) && fitsShape && fitsRate;
  };
}

function nativeTest(request: NativeRequest): Place['fits'] {
  return ({ content }) => content?.format === 'native' && nativeAssets(request, content.parts) !== null;
}

/** What an exchange asks at least for a video, however long: of floors by duration the highest. */
function videoFloor(video: Video): number {
  const { mincpmpersec = 0, durfloors = [], maxduration, poddur } = video;
  const seconds = maxduration || poddur || LONGEST_SECONDS;
  // Both are dollars with few decimals; the product may have more than a number tells exactly, so it is rounded up.
  const bySecond = Math.ceil(floorMicros(mincpmpersec) * seconds);
  return durfloors.reduce((most, { bidfloor }) => Math.max(most, floorMicros(bidfloor)), bySecond);
}

function sizesOf({ format = [], w, h }: Banner): { w: number; h: number }[] {
  const sizes = format.flatMap((each) => (each.w && each.h ? [{ w: each.w, h: each.h }] : []));
  return sizes.length === 0 && w && h ? [{ w, h }] : sizes;
}

interface Wanted {
  imp: Imp;
  /** Of the exchange's property. */
  zones: readonly SnapshotZone[];
  hasClickMacro: boolean;
}

function bannerPlaces({ imp, zones, hasClickMacro }: Wanted, floor: (micros: number) => number): Place[] {
  const { banner } = imp;
  if (!banner) return [];
  const fits = bannerTest(banner, hasClickMacro);
  const found = new Set<SnapshotZone>();
  for (const { w, h } of sizesOf(banner)) {
    const zone = zones.find(({ kind, width, height }) => kind === 'banner' && width === w && height === h);
    if (zone) found.add(zone);
  }
  return [...found].map((zone) => ({ zone, format: 'banner', floorMicros: floor(0), fits }));
}

/**
 * The zones that stand for what an impression offers, in its order: banners by size, then the video, then the native
 * ad. `tagid` may name the zone; otherwise it is the property's oldest one that fits. Ten at most: of more sizes the first.
 */
export function placesOf(wanted: Wanted): Place[] {
  const { imp } = wanted;
  const named = wanted.zones.find(({ publicId }) => publicId === imp.tagid);
  const zones = named ? [named] : wanted.zones;
  const ofKind = (kind: SnapshotZone['kind']) => zones.find((zone) => zone.kind === kind);
  const floor = (more: number) => Math.max(floorMicros(imp.bidfloor), more);
  const places: Place[] = [];
  const videoZone = imp.video && ofKind('video');
  if (imp.video && videoZone)
    places.push({
      zone: videoZone,
      format: 'video',
      floorMicros: floor(videoFloor(imp.video)),
      fits: videoTest(imp.video),
    });
  const request = imp.native?.request;
  const nativeZone = request && ofKind('native');
  if (request && nativeZone)
    places.push({ zone: nativeZone, format: 'native', floorMicros: floor(0), fits: nativeTest(request) });
  const banners = bannerPlaces({ ...wanted, zones }, floor).slice(0, MOST_PLACES - places.length);
  return [...banners, ...places].map((place) => ({
    ...place,
    floorMicros: advertiserFloor(place.floorMicros, place.zone.revenueShareBps),
  }));
}

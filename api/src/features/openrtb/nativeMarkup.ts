import { CLICK_URL_MACRO, escapeTimes, findMacros, type NativeParts } from '@ezdash/contracts';
import type { NativeResponse } from './bidResponse';
import type { NativeAsset, NativeRequest } from './nativeRequest';

type ResponseAsset = NativeResponse['assets'][number];

/** Native 1.2, section 7: image and data asset types, events and methods. */
const IMAGE = { icon: 1, main: 3 } as const;
const DATA = { sponsored: 1, description: 2, callToAction: 12 } as const;
const EVENT = { impression: 1, viewable: 2 } as const;
const BY_IMAGE = 1;

const textOf = (parts: NativeParts, type: number): string => {
  if (type === DATA.sponsored) return parts.sponsored_by;
  if (type === DATA.description) return parts.body;
  return type === DATA.callToAction ? parts.call_to_action : '';
};

/** A text is not cut: it was approved as it is. */
const fitsLength = (text: string, len: number | undefined) => len === undefined || [...text].length <= len;

function imageAsset({ id, required, img }: NativeAsset, parts: NativeParts): ResponseAsset | null {
  const type = img?.type === IMAGE.icon ? IMAGE.icon : IMAGE.main;
  const stored = type === IMAGE.icon ? parts.icon : parts.image;
  if (!stored || !img || (img.type !== undefined && img.type !== type)) return null;
  const { width, height, url } = stored;
  if (width < (img.wmin ?? 0) || height < (img.hmin ?? 0)) return null;
  return { id, required, img: { type, url, w: width, h: height } };
}

/** What the ad has for one asset; null when it has nothing that fits. */
function assetOf(asset: NativeAsset, parts: NativeParts): ResponseAsset | null {
  const { id, required, title, data } = asset;
  if (title) {
    const text = parts.title;
    return fitsLength(text, title.len) ? { id, required, title: { text, len: [...text].length } } : null;
  }
  if (asset.img) return imageAsset(asset, parts);
  if (!data) return null;
  const { type = 0, len } = data;
  const value = textOf(parts, type);
  const isThere = value !== '' && fitsLength(value, len);
  return isThere ? { id, required, data: { type, value, len: [...value].length } } : null;
}

/** The assets a request asks for, without those the ad does not have; null when a required one is missing. */
export function nativeAssets({ assets }: NativeRequest, parts: NativeParts): ResponseAsset[] | null {
  const found: ResponseAsset[] = [];
  for (const asset of assets) {
    const made = assetOf(asset, parts);
    if (made) found.push(made);
    else if (asset.required === 1) return null;
  }
  return found;
}

/** Another network's click counter leads on to our click. */
export function throughChain(chain: string | null, click: string): string {
  const macro = chain === null ? undefined : findMacros(chain).find(({ name }) => name === CLICK_URL_MACRO);
  if (chain === null || macro === undefined || macro.fold === null) return click;
  return chain.replace(macro.text, () => escapeTimes(click, macro.fold ?? 1));
}

export interface NativeAddresses {
  click: string;
  impression: string;
  view: string;
}

/** The markup of a native bid; null when a required asset is missing. */
export function nativeMarkup(
  request: NativeRequest,
  parts: NativeParts,
  { click, impression, view }: NativeAddresses,
): NativeResponse | null {
  const assets = nativeAssets(request, parts);
  if (!assets) return null;
  const tracked = (event: number) =>
    request.eventtrackers?.some((each) => each.event === event && each.methods?.includes(BY_IMAGE)) ?? false;
  const base = { ver: '1.2' as const, assets, link: { url: throughChain(parts.click_chain, click) } };
  // Up to 1.1 nobody could say which events they tell us; then the impression has a list of its own.
  if (!tracked(EVENT.impression)) return { ...base, imptrackers: [impression] };
  const eventtrackers = [{ event: EVENT.impression, method: 1 as const, url: impression }];
  return tracked(EVENT.viewable)
    ? { ...base, eventtrackers: [...eventtrackers, { event: EVENT.viewable, method: 1 as const, url: view }] }
    : { ...base, eventtrackers };
}

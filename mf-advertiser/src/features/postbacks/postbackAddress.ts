import type { ConversionGoal } from '@ezdash/contracts';
import { type TrackerPreset, tellsTransactions, trackerPostbackUrl } from '@ezdash/contracts/constants';

/** Where a report stands: called by a server, or shown by a page as an image. */
export type ReportWay = 'server' | 'pixel';

/** The address without what is said, as `https://ads.example/postback`. */
export const bareAddress = ({ postback_url }: Pick<ConversionGoal, 'postback_url'>): string =>
  postback_url.split('?')[0] ?? postback_url;

/** Our word for a key that is not known here any more. */
const KEY_PLACEHOLDER = '{key}';

/** A tracker that tells no transactions cannot report a goal that counts every one: each of its reports would be refused. */
export const canReport = (
  tracker: TrackerPreset,
  { duplicates }: Pick<ConversionGoal, 'duplicates'>,
): boolean => duplicates === 'once' || tellsTransactions(tracker);

/**
 * The address to be copied: the goal's own, or with a tracker's words in it. Null without a pixel for that way, and for a
 * tracker that cannot report the goal.
 */
export function reportAddress(
  goal: ConversionGoal,
  { way, tracker, key }: { way: ReportWay; tracker: TrackerPreset | null; key: string | null },
): string | null {
  if (way === 'pixel') return goal.pixel_url && `<img src="${goal.pixel_url}" width="1" height="1" alt="">`;
  const secret = key === null ? KEY_PLACEHOLDER : encodeURIComponent(key);
  if (tracker)
    return canReport(tracker, goal)
      ? trackerPostbackUrl(
          tracker,
          bareAddress(goal),
          goal.id,
          goal.requires_key ? secret : null,
          goal.duplicates,
        )
      : null;
  // A function: a key is no pattern.
  return goal.postback_url.replace(KEY_PLACEHOLDER, () => secret);
}

const EXAMPLE: Readonly<Record<string, string>> = {
  click_id: '019aa3b4-2c00-7123-8456-0123456789ab',
  value: '49.90',
  tx: 'order-1017',
};

/** The same address as a shop's server would call it: every word in braces with something in its place. */
export function exampleAddress(address: string, tracker: TrackerPreset | null): string {
  const words: Record<string, string> = { ...EXAMPLE };
  if (tracker) {
    words[tracker.clickPlaceholder.slice(1, -1)] = EXAMPLE.click_id ?? '';
    if (tracker.valuePlaceholder) words[tracker.valuePlaceholder.slice(1, -1)] = EXAMPLE.value ?? '';
    if (tracker.transactionPlaceholder) words[tracker.transactionPlaceholder.slice(1, -1)] = EXAMPLE.tx ?? '';
    if (tracker.statusPlaceholder) words[tracker.statusPlaceholder.slice(1, -1)] = 'approved';
  }
  return address.replace(/\{(\w+)\}/g, (text, word: string) => words[word] ?? text);
}

/** Trackers whose postbacks are set up with one press. The words in braces are the tracker's own, as it documents them. */

export interface TrackerPreset {
  id: string;
  /** A name, the same in every language. */
  name: string;
  site: string;
  /** Where the tracker describes its side. */
  guide: string;
  /** What the tracker's campaign address takes the click id in: `cid` of `?cid={click_id}`. */
  clickParameter: string;
  /** What the tracker puts in for the click id it was given. */
  clickPlaceholder: string;
  /** And for the amount and the state of a conversion, where it tells them. */
  valuePlaceholder: string | null;
  statusPlaceholder: string | null;
  /** And for the transaction, where it documents a word for it: goals that count every one are reported with nothing less. */
  transactionPlaceholder: string | null;
}

export const TRACKER_PRESETS: readonly TrackerPreset[] = [
  {
    id: 'voluum',
    name: 'Voluum',
    site: 'https://voluum.com',
    guide: 'https://doc.voluum.com/en/traffic_source_postback_url.html',
    clickParameter: 'externalid',
    clickPlaceholder: '{externalid}',
    valuePlaceholder: '{payout}',
    statusPlaceholder: null,
    transactionPlaceholder: null,
  },
  {
    id: 'binom',
    name: 'Binom',
    site: 'https://binom.org',
    guide: 'https://docs.binom.org/conv-to-source-v2.php',
    clickParameter: 'externalid',
    clickPlaceholder: '{externalid}',
    valuePlaceholder: '{payout}',
    statusPlaceholder: '{cnv_status}',
    transactionPlaceholder: null,
  },
  {
    id: 'bemob',
    name: 'BeMob',
    site: 'https://bemob.com',
    guide: 'https://docs.bemob.com/en/postback-settings-of-traffic-source',
    clickParameter: 'externalid',
    clickPlaceholder: '{externalId}',
    valuePlaceholder: '{payout}',
    statusPlaceholder: '{status}',
    transactionPlaceholder: null,
  },
  {
    id: 'redtrack',
    name: 'RedTrack',
    site: 'https://redtrack.io',
    guide: 'https://help.redtrack.io/knowledgebase/kb/conversion-tracking/supported-dynamic-parameters',
    clickParameter: 'ref_id',
    clickPlaceholder: '{ref_id}',
    valuePlaceholder: null,
    statusPlaceholder: null,
    transactionPlaceholder: null,
  },
  {
    id: 'keitaro',
    name: 'Keitaro',
    site: 'https://keitaro.io',
    guide: 'https://docs.keitaro.io/en/campaigns-and-streams/s2s-postback-placeholders.html',
    clickParameter: 'external_id',
    clickPlaceholder: '{external_id}',
    valuePlaceholder: '{revenue}',
    statusPlaceholder: '{status}',
    transactionPlaceholder: '{tid}',
  },
];

/** What a campaign's landing address carries on to the tracker: `externalid={click_id}`, filled in by us at the click. */
export const trackerClickQuery = ({ clickParameter }: Pick<TrackerPreset, 'clickParameter'>): string =>
  `${clickParameter}={click_id}&cost={cost}&zone={zone}`;

/** Whether a tracker can report a goal that counts every transaction: a report without its id is refused. */
export const tellsTransactions = ({ transactionPlaceholder }: TrackerPreset): boolean =>
  transactionPlaceholder !== null;

/**
 * The tracker's postback to us, for its field "postback URL" of a traffic source.
 * @param postback address of ours without a query, as `https://ads.example/postback`
 * @param key the goal's key, or null for a goal that asks for none
 * @param counts what the goal counts; of one that counts `every` transaction the tracker has to tell them (`tellsTransactions`)
 */
export function trackerPostbackUrl(
  { clickPlaceholder, valuePlaceholder, statusPlaceholder, transactionPlaceholder }: TrackerPreset,
  postback: string,
  goal: string,
  key: string | null,
  counts: 'once' | 'every' = 'once',
): string {
  const parts = [
    `goal=${goal}`,
    `cid=${clickPlaceholder}`,
    ...(valuePlaceholder ? [`payout=${valuePlaceholder}`] : []),
    ...(statusPlaceholder ? [`status=${statusPlaceholder}`] : []),
    ...(counts === 'every' && transactionPlaceholder ? [`tx=${transactionPlaceholder}`] : []),
    ...(key === null ? [] : [`key=${key}`]),
  ];
  return `${postback}?${parts.join('&')}`;
}

/** Public ids: a letter for the kind and the row's number in base 36, as `c_1k7`. Opaque to clients. */
export const ID_PREFIXES = {
  campaign: 'c',
  campaignChange: 'ch',
  campaignDraft: 'cd',
  creative: 'cr',
  asset: 'a',
  property: 'p',
  zone: 'z',
  transaction: 'tx',
  apiToken: 'at',
  conversionGoal: 'g',
  conversion: 'cv',
  user: 'u',
  notice: 'n',
  conversation: 'cn',
  message: 'm',
  attachment: 'af',
  newsArticle: 'nw',
  payment: 'pay',
  document: 'doc',
  promoCode: 'pc',
  creditStatement: 'cs',
  payout: 'po',
  payoutBatch: 'pb',
  metricsReport: 'mr',
  postbackLog: 'pl',
  outgoingPostback: 'op',
  postbackCall: 'pk',
  campaignView: 'vw',
  rule: 'ru',
  ruleAct: 'ra',
  referralLink: 'rl',
  referral: 'rf',
  referralEarning: 're',
  propertyBlock: 'bl',
  /** An advertiser as publishers know it: no call takes it for an account's number. */
  advertiser: 'av',
  stop: 'st',
} as const;
export type IdKind = keyof typeof ID_PREFIXES;

/** Far enough from zero that every id has at least three characters behind the prefix. */
const OFFSET = 36 ** 3;

/** 401 → `z_0b5…`: the public id of a row. */
export function publicId(kind: IdKind, row: number): string {
  return `${ID_PREFIXES[kind]}_${(row + OFFSET).toString(36)}`;
}

/** No row has a larger number: ids are `integer` (only bookings and conversions count further). */
export const MAX_ROW = 2_147_483_647;

/** The row's number, or null when the text is no id of this kind. */
export function rowId(kind: IdKind, id: string): number | null {
  const prefix = `${ID_PREFIXES[kind]}_`;
  if (!id.startsWith(prefix)) return null;
  const digits = id.slice(prefix.length);
  if (!/^[1-9a-z][0-9a-z]{3,8}$/.test(digits)) return null;
  const row = Number.parseInt(digits, 36) - OFFSET;
  return row >= 0 && Number.isSafeInteger(row) ? row : null;
}

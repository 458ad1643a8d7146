import { z } from 'zod';
import { country } from './accounts';
import { lineText } from './common';
import { BROWSERS, CATEGORIES, DEVICES, OPERATING_SYSTEMS, TARGETING_MOST } from './constants';

/**
 * What a campaign takes and leaves of one dimension. An empty `include` takes everything; `exclude` wins over
 * `include`. A visitor of whom the dimension is not known (no country, no language) is taken by an empty `include`
 * alone, and by no other. What is not sent is empty.
 */
const choice = <Value extends z.ZodType>(value: Value, most: number) =>
  z
    .strictObject({
      include: z
        .array(value)
        .max(most)
        .default(() => []),
      exclude: z
        .array(value)
        .max(most)
        .default(() => []),
    })
    .default(() => ({ include: [], exclude: [] }));

/** ISO 3166-2, as `DE-BY`. */
export const region = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, { error: 'Name a region as DE-BY' });
/** ISO 639-1, the first language the visitor's browser asks for. */
export const language = z
  .string()
  .regex(/^[a-z]{2}$/, { error: 'Name a language by its two letters, as de' });
/** Lower case, without commas: what a page says it is about (`data-keywords` of the tag). */
export const keyword = lineText
  .toLowerCase()
  .min(1)
  .max(TARGETING_MOST.keywordLength)
  .refine((text) => !text.includes(','), { error: 'A keyword has no comma' });
const addresses = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
/** `203.0.113.0/24`, `2001:db8::/32`, or one address. */
export const ipRange = z
  .string()
  .trim()
  .max(49)
  .refine((text) => addresses.safeParse(text).success, {
    error: 'Name an address or a range as 203.0.113.0/24',
  });

const osVersion = z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, { error: 'Name a version as 17 or 17.4' });
/** `17.4` as a number that sorts as versions do: 17.10 lies behind 17.4. Without a minor version it is 17.0. */
export function versionNumber(version: string): number {
  const [major = '0', minor = '0'] = version.split('.');
  return Number(major) * 10_000 + Number(minor);
}
/** The last version that a bound lets in: `17` is every 17, so 17.4 too; `17.4` is 17.4. */
export function lastVersionNumber(version: string): number {
  return version.includes('.') ? versionNumber(version) : versionNumber(version) + 9_999;
}
/** One operating system, every version of it unless bounds say otherwise; both bounds are included. */
export const osRule = z
  .object({ name: z.enum(OPERATING_SYSTEMS), min: osVersion.nullable(), max: osVersion.nullable() })
  .refine(({ min, max }) => min === null || max === null || versionNumber(min) <= lastVersionNumber(max), {
    path: ['max'],
    error: 'The last version lies before the first',
  });
export type OsRule = z.infer<typeof osRule>;

const isTimezone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
/** Hours of the week a campaign runs, 0 is Monday 00:00–01:00 on the clocks of the timezone. */
export const hoursOfWeek = z.object({
  timezone: z.string().max(64).refine(isTimezone, { error: 'There is no such time zone' }),
  hours: z.array(z.number().int().min(0).max(167)).min(1, { error: 'Choose at least one hour' }).max(168),
});
export type HoursOfWeek = z.infer<typeof hoursOfWeek>;

/** Public ids of properties and zones. */
const publicIds = z.string().max(40);

const dimensions = z.strictObject({
  countries: choice(country, TARGETING_MOST.countries),
  regions: choice(region, TARGETING_MOST.regions),
  devices: choice(z.enum(DEVICES), DEVICES.length),
  os: choice(osRule, TARGETING_MOST.os),
  browsers: choice(z.enum(BROWSERS), BROWSERS.length),
  languages: choice(language, TARGETING_MOST.languages),
  categories: choice(z.enum(CATEGORIES), CATEGORIES.length),
  keywords: choice(keyword, TARGETING_MOST.keywords),
  properties: choice(publicIds, TARGETING_MOST.properties),
  zones: choice(publicIds, TARGETING_MOST.zones),
  ip_ranges: choice(ipRange, TARGETING_MOST.ipRanges),
  /** Null: around the clock. */
  hours: hoursOfWeek.nullable().default(null),
});
/** Complete: every dimension, those that narrow nothing empty. */
export type Targeting = z.infer<typeof dimensions>;
/** As it may be sent: what narrows nothing may be missing. */
export type TargetingInput = z.input<typeof dimensions>;
export type TargetingDimension = Exclude<keyof Targeting, 'hours'>;

/** Two values are one when they say the same, objects included. */
const sameText = (value: unknown) => JSON.stringify(value);

/** Values that are both taken and left, by their place in `exclude`. */
function contradictions({ hours: _hours, ...choices }: Targeting): [TargetingDimension, number][] {
  return (Object.keys(choices) as TargetingDimension[]).flatMap((dimension) => {
    const { include, exclude } = choices[dimension];
    const taken = new Set((include as unknown[]).map(sameText));
    return (exclude as unknown[]).flatMap((value, index): [TargetingDimension, number][] =>
      taken.has(sameText(value)) ? [[dimension, index]] : [],
    );
  });
}

/**
 * Where, to whom, on what and when a campaign is shown. All dimensions hold together; one that is not sent narrows
 * nothing, one that is unknown is refused, so that a slip of the pen does not show the campaign to everybody.
 */
export const targeting = dimensions.superRefine((chosen, check) => {
  for (const [dimension, index] of contradictions(chosen))
    check.addIssue({
      code: 'custom',
      path: [dimension, 'exclude', index],
      message: 'This is included and excluded at once',
    });
  const { countries, regions } = chosen;
  const runsIn = (code: string) =>
    !countries.exclude.includes(code) && (countries.include.length === 0 || countries.include.includes(code));
  regions.include.forEach((code, index) => {
    if (!runsIn(code.slice(0, 2)))
      check.addIssue({
        code: 'custom',
        path: ['regions', 'include', index],
        message: 'The campaign does not run in the country of this region',
      });
  });
});

import {
  NO_TARGETING,
  type OsRule,
  type Targeting,
  type TargetingDimension,
  versionNumber,
} from '@ezdash/contracts';

const HOURS_OF_WEEK = 168;

const narrows = ({ include, exclude }: Targeting[TargetingDimension]) => include.length + exclude.length > 0;

/** What is stored: without the dimensions that narrow nothing. */
export function sparseTargeting({ hours, ...choices }: Targeting): Partial<Targeting> {
  const narrowing = Object.fromEntries(Object.entries(choices).filter(([, choice]) => narrows(choice)));
  return hours === null ? narrowing : { ...narrowing, hours };
}

/** What is answered: every dimension, those that narrow nothing empty. */
export function completeTargeting(stored: Partial<Targeting>): Targeting {
  return { ...NO_TARGETING, ...stored };
}

const inOrder = <Value extends string>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

const boundOf = (version: string | null) => (version === null ? -1 : versionNumber(version));

function osInOrder(rules: readonly OsRule[]): OsRule[] {
  const distinct = new Map(rules.map((rule) => [`${rule.name} ${rule.min} ${rule.max}`, rule]));
  return [...distinct.values()].sort(
    (a, b) =>
      a.name.localeCompare(b.name, 'en') ||
      boundOf(a.min) - boundOf(b.min) ||
      boundOf(a.max) - boundOf(b.max),
  );
}

/** Without doubles and in one order, so that the same targeting is stored and compared as the same. */
export function tidyTargeting({ hours, os, ...choices }: Targeting): Targeting {
  const tidy = <Value extends string>({ include, exclude }: { include: Value[]; exclude: Value[] }) => ({
    include: inOrder(include),
    exclude: inOrder(exclude),
  });
  const hoursOfWeek = [...new Set(hours?.hours)].sort((a, b) => a - b);
  return {
    countries: tidy(choices.countries),
    regions: tidy(choices.regions),
    devices: tidy(choices.devices),
    os: { include: osInOrder(os.include), exclude: osInOrder(os.exclude) },
    browsers: tidy(choices.browsers),
    languages: tidy(choices.languages),
    categories: tidy(choices.categories),
    keywords: tidy(choices.keywords),
    properties: tidy(choices.properties),
    zones: tidy(choices.zones),
    ip_ranges: tidy(choices.ip_ranges),
    // Every hour of the week is what no rule says, too.
    hours: hours === null || hoursOfWeek.length === HOURS_OF_WEEK ? null : { ...hours, hours: hoursOfWeek },
  };
}

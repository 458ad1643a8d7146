import type { AlertEvent, AlertSetting } from '@ezdash/contracts';

export type AlertSubject =
  | 'campaigns'
  | 'funds'
  | 'properties'
  | 'payouts'
  | 'network'
  | 'releases'
  | 'account';
export interface AlertGroup {
  subject: AlertSubject;
  alerts: AlertSetting[];
}

const SUBJECTS: readonly (readonly [prefix: string, subject: AlertSubject])[] = [
  ['campaign_', 'campaigns'],
  ['landing_', 'campaigns'],
  ['rule_', 'campaigns'],
  ['funds_', 'funds'],
  ['property_', 'properties'],
  ['payout_', 'payouts'],
  ['support_', 'network'],
  ['release_', 'releases'],
  ['news_', 'network'],
];

function subjectOf(event: AlertEvent): AlertSubject {
  return SUBJECTS.find(([prefix]) => event.startsWith(prefix))?.[1] ?? 'account';
}

/** What belongs together, in the order in which the server names it. */
export function alertGroups(alerts: readonly AlertSetting[]): AlertGroup[] {
  const groups = new Map<AlertSubject, AlertSetting[]>();
  for (const alert of alerts) {
    const subject = subjectOf(alert.event);
    groups.set(subject, [...(groups.get(subject) ?? []), alert]);
  }
  return [...groups].map(([subject, members]) => ({ subject, alerts: members }));
}

import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { type Need, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { shownState } from '../zones/zoneState';

/** Whoever makes a zone has this long to put its tag into a page, before anybody asks; the dashboard waits as long. */
const TAG_MS = 24 * 3_600_000;

/** A conversation with support that begins with what was stopped. */
const supportPath = (id: string) => `/help?new=1&stopped=${id}`;

const waitsForTag = (zone: Zone, nowMs: number) =>
  shownState(zone) === 'noTag' && nowMs - Date.parse(zone.created_at) >= TAG_MS;

/** What keeps the property from earning: its own state, and zones whose tag was never seen. */
export function usePropertyNeeds({ property, zones }: PropertyDetail, onTag: (zone: Zone) => void): Need[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const needs: Need[] = [];
  const { id, name: subject, state, state_reason: reason } = property;
  if (state === 'pending')
    needs.push({
      id,
      tone: 'warn',
      subject,
      children: t('property.pending'),
      action: { label: t('property.verify'), href: `/publisher/properties/${id}?tab=verification` },
    });
  if (state === 'verified') needs.push({ id, tone: 'info', subject, children: t('property.verified') });
  if (state === 'rejected') {
    const children = reason ? t('property.rejectedReason', { reason }) : t('property.rejected');
    needs.push({ id, tone: 'bad', subject, children });
  }
  if (state === 'stopped')
    needs.push({
      id,
      tone: 'bad',
      subject,
      children: t('property.stopped', { reason }),
      action: { label: t('property.askSupport'), href: supportPath(id) },
    });
  for (const zone of zones.filter((each) => each.state === 'stopped'))
    needs.push({
      id: zone.id,
      tone: 'bad',
      subject: zone.name,
      children: t('property.zoneStopped', { reason: zone.state_reason }),
      action: { label: t('property.askSupport'), href: supportPath(zone.id) },
    });
  if (state === 'archived') {
    needs.push({ id, tone: 'info', subject, children: t('property.archived') });
    return needs;
  }
  const [zone, ...others] = zones.filter((each) => waitsForTag(each, Date.now()));
  if (zone)
    needs.push({
      id: zone.id,
      tone: 'warn',
      subject: zone.name,
      children:
        others.length > 0
          ? t('property.noTagOthers', { count: others.length })
          : t('property.noTag', { date: format.date(zone.created_at) }),
      // The tags of several are got where they stand, one by one.
      action: others.length > 0 ? undefined : { label: t('property.getTag'), onClick: () => onTag(zone) },
    });
  return needs;
}

import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { type Need, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { shownState } from '../zones/zoneState';

/** What keeps the property from earning: its own state, and zones whose tag was never seen. */
export function usePropertyNeeds({ property, zones }: PropertyDetail, onTag: (zone: Zone) => void): Need[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const needs: Need[] = [];
  const { id, name: subject, state, state_reason: reason } = property;
  if (state === 'pending') needs.push({ id, tone: 'info', subject, children: t('property.pending') });
  if (state === 'rejected') {
    const children = reason ? t('property.rejectedReason', { reason }) : t('property.rejected');
    needs.push({ id, tone: 'bad', subject, children });
  }
  if (state === 'archived') {
    needs.push({ id, tone: 'info', subject, children: t('property.archived') });
    return needs;
  }
  for (const zone of zones) {
    if (shownState(zone) !== 'noTag') continue;
    needs.push({
      id: zone.id,
      tone: 'warn',
      subject: zone.name,
      children: t('property.noTag', { date: format.date(zone.created_at) }),
      action: { label: t('property.getTag'), onClick: () => onTag(zone) },
    });
  }
  return needs;
}

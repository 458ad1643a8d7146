import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { Button, EmptyState, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { PropertyRequest } from '../properties/properties.api';
import { TagDrawer } from '../tag/TagDrawer';
import { NewZoneDrawer, ZoneSettingsDrawer } from '../zones/ZoneForm';
import { ZonesTable } from '../zones/ZonesTable';
import type { ZoneWork } from './useZoneWork';

interface ZonesTabProps {
  detail: PropertyDetail;
  request: PropertyRequest;
  work: ZoneWork;
  onWork: (work: ZoneWork) => void;
}

/** The zones of a property and what is done with one of them. */
export function ZonesTab({ detail, request, work, onWork }: ZonesTabProps) {
  const { t } = useTranslation('publisher');
  const { property, zones } = detail;
  const create = () => onWork({ what: 'create' });
  const onTag = ({ id }: Zone) => onWork({ what: 'tag', zoneId: id });
  const onEdit = ({ id }: Zone) => onWork({ what: 'edit', zoneId: id });
  const onClose = () => onWork(null);
  const zoneOf = (what: 'tag' | 'edit') =>
    (work?.what === what && zones.find(({ id }) => id === work.zoneId)) || null;
  const empty = (
    <EmptyState
      art="slots"
      title={t('property.empty.title')}
      action={
        property.state === 'archived' ? null : <Button onClick={create}>{t('property.empty.action')}</Button>
      }
    >
      {t('property.empty.text', { domain: property.domain })}
    </EmptyState>
  );
  return (
    <>
      <Panel flush={zones.length > 0} label={t('zones.panel')}>
        {zones.length === 0 ? (
          empty
        ) : (
          <ZonesTable
            zones={zones}
            leftOut={detail.archived_left_out}
            name={property.name}
            dayCount={zones[0]?.daily_earnings_micros.length ?? 0}
            onTag={onTag}
            onEdit={onEdit}
          />
        )}
      </Panel>
      <NewZoneDrawer
        propertyId={property.id}
        opened={work?.what === 'create'}
        onClose={onClose}
        onCreated={onTag}
      />
      <ZoneSettingsDrawer zone={zoneOf('edit')} onClose={onClose} />
      <TagDrawer zone={zoneOf('tag')} request={request} onClose={onClose} />
    </>
  );
}

import type { PropertyDetail } from '@ezdash/contracts';
import { AppLink, EmptyState } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyRequest } from '../properties/properties.api';
import { AdsList } from './AdsList';
import type { AdScope } from './adScope';

interface AdsTabProps {
  detail: PropertyDetail;
  request: PropertyRequest;
}

/** The ads that ran on a property in the days chosen above, and what is not to run again. */
export function AdsTab({ detail, request: { from, to } }: AdsTabProps) {
  const { t } = useTranslation('publisher');
  const { property, zones } = detail;
  const { id, name, state } = property;
  // An archived property does not change, and shows nothing.
  const isArchived = state === 'archived';
  const scope = useMemo<AdScope>(
    () => ({ of: 'one', places: isArchived ? [] : [{ id, name }] }),
    [id, name, isArchived],
  );
  return (
    <div className="ez-stack">
      <p className="ez-dim">
        <AppLink className="ez-link" href="/publisher/ads">
          {t('adReview.toAll')}
        </AppLink>
      </p>
      <AdsList
        title={t('adReview.panel')}
        label={t('adReview.table', { name })}
        scope={scope}
        range={{ from, to }}
        propertyId={id}
        zones={zones}
        nothing={
          <EmptyState art="slots" title={t('adReview.none')} level={3}>
            {t('adReview.noneText')}
          </EmptyState>
        }
      />
    </div>
  );
}

import type { AdsTxtStatus, Property } from '@ezdash/contracts';
import type { Need } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherAdsTxtQuery } from './adsTxt.api';

/** Nothing for its owner to do: it is in place, or nobody knows yet. */
const QUIET: ReadonlySet<AdsTxtStatus> = new Set(['present', 'http-error', 'unreachable']);

/** Says that our line is not where it belongs. Ads are served all the same, so it warns and stops nothing. */
export function useAdsTxtNeed(property: Property, onOpen: () => void): Need[] {
  const { t } = useTranslation('publisher');
  const { data } = usePublisherAdsTxtQuery(property.id, { skip: property.state === 'archived' });
  const status = data?.result?.status;
  if (status === undefined || QUIET.has(status)) return [];
  return [
    {
      id: `${property.id} ads.txt`,
      tone: 'warn',
      subject: 'ads.txt',
      children: t('adsTxt.need', { word: t(`adsTxt.status.${status}.word`) }),
      action: { label: t('adsTxt.needAction'), onClick: onOpen },
    },
  ];
}

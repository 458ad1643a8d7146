import type { AdReviewAd } from '@ezdash/contracts';
import { IconEye, IconEyeOff, IconPlus } from '@ezdash/ui';
import type { RowAction } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { type AdScope, countOf } from './adScope';
import { useAdWords } from './adWords';
import type { Blocking } from './useBlocking';

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** What can be done to an ad from its row, on all the properties of the list: of the ad, its advertiser, what it is. */
export function useRowActions(scope: AdScope, blocking: Blocking, onOpen: (ad: AdReviewAd) => void) {
  const { t } = useTranslation('publisher');
  const words = useAdWords();
  const { of, places } = scope;
  const [first] = places;
  const where = of === 'one' && first ? { id: first.id } : null;
  const everywhere = where === null ? 'All' : '';
  return (ad: AdReviewAd): RowAction[] => {
    const acts = words.blockable(ad).map((what): RowAction => {
      const isBlocked = countOf(ad, places, what) === places.length;
      const Icon = isBlocked ? IconPlus : IconEyeOff;
      return {
        id: what.kind,
        label: t(`adReview.${isBlocked ? 'allowKind' : 'blockKind'}${everywhere}.${what.kind}`, {
          name: what.name,
        }),
        icon: <Icon {...icon} />,
        onSelect: () => void blocking[isBlocked ? 'unblock' : 'block'](what, where),
      };
    });
    return [
      { id: 'open', label: t('adReview.look'), icon: <IconEye {...icon} />, onSelect: () => onOpen(ad) },
      ...(first ? acts : []),
    ];
  };
}

import { TARGETING_MOST } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';
import { useTargetingPlacesQuery } from './places.api';
import { isListed } from './splitList';

const isCode = (code: string) => isListed('regions', code, TARGETING_MOST.keywordLength);

/** What the regions of these codes are called; of those that mean nothing the codes. */
export function useRegionNames(codes: readonly string[]) {
  const { t } = useTranslation('advertiser');
  const written = [...new Set(codes.filter(isCode))].sort();
  const { currentData } = useTargetingPlacesQuery(
    { kind: 'regions', ids: written.join(',') },
    { skip: written.length === 0 },
  );
  const known = new Map(
    (currentData?.regions ?? []).map(({ code, name, own_name: own }) => [
      code,
      own ? t('targetingFields.regionNames', { name, own }) : name,
    ]),
  );
  return {
    nameOf: (code: string) => known.get(code) ?? code,
    /** Only once it is known which have one: a slip of the pen would narrow the campaign to nobody. */
    unknown: currentData?.regions ? written.filter((code) => !known.has(code)) : [],
  };
}

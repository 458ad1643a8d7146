import type { SeatProperty } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { Finder, type FinderField, useFinder } from '../../components/Finder';
import { useDebugSeatPropertiesQuery } from './exchanges.api';

const idOf = ({ id }: SeatProperty) => id;
const labelOf = ({ id, name, domain }: SeatProperty) => [name, domain, id].join(' · ');

/** A field for one approved property, found by a part of its name or domain, or by its id. */
export function PropertyFinder(field: FinderField<SeatProperty>) {
  const { t } = useTranslation('debug');
  const finder = useFinder(field.value, labelOf);
  const query = useDebugSeatPropertiesQuery(finder.wanted, { skip: finder.isChosen });
  const said = (isLooking: boolean) => {
    if (query.error) return t('exchanges.finder.failed');
    return isLooking ? t('finder.looking') : t('exchanges.finder.none');
  };
  return (
    <Finder
      {...field}
      finder={finder}
      found={finder.isChosen ? [] : query.currentData?.properties}
      looking={query.isFetching}
      idOf={idOf}
      labelOf={labelOf}
      said={said}
    />
  );
}

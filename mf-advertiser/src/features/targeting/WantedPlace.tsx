import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import { focusField } from '../form/focusField';
import { PlaceRow } from './PlaceRow';
import { type PlaceKind, useTargetingPlacesQuery } from './places.api';
import type { Side } from './Sided';
import { splitIds } from './splitIds';
import classes from './targeting.module.css';

/** Of what stands in an address in the place of an id. */
const MOST_SHOWN = 20;

/** Focus once, when there is something to lead to; who uses the page before that is somewhere already, and stays there. */
function useLead(field: string | null): void {
  const isFree = useRef(true);
  useEffect(() => {
    const giveUp = () => {
      isFree.current = false;
    };
    window.addEventListener('pointerdown', giveUp);
    window.addEventListener('keydown', giveUp);
    return () => {
      window.removeEventListener('pointerdown', giveUp);
      window.removeEventListener('keydown', giveUp);
    };
  }, []);
  useEffect(() => {
    if (field === null || !isFree.current) return;
    isFree.current = false;
    focusField(field);
  }, [field]);
}

interface WantedPlaceProps {
  kind: PlaceKind;
  /** As the address has it: it may be anything. */
  id: string;
  sideOf: (id: string) => Side | null;
  onSide: (id: string, side: Side | null) => void;
}

/** The place that a link is about, with its traffic, above the search; it has the focus where it is left out. */
export function WantedPlace({ kind, id: written, sideOf, onSide }: WantedPlaceProps) {
  const { t } = useTranslation('advertiser');
  const labelId = useId();
  const ids = splitIds(kind, written);
  const id = ids.length === 1 ? ids[0] : undefined;
  const query = useTargetingPlacesQuery({ kind, ids: id ?? '' }, { skip: id === undefined });
  const place = query.data?.places.find((each) => each.id === id);
  const isMissing = id === undefined || (query.data !== undefined && !place);
  const field = `targeting.${kind}`;
  const name = `${field}.${id}`;
  useLead(place ? `${name}.exclude` : isMissing || query.error ? field : null);
  if (isMissing)
    return (
      <p className={classes.warn} role="status">
        {t('targetingFields.wantedMissing', { id: written.slice(0, MOST_SHOWN) })}
      </p>
    );
  if (place)
    return (
      <div className={classes.wanted}>
        <span id={labelId} className={classes.quiet}>
          {t('targetingFields.wanted')}
        </span>
        <ul aria-labelledby={labelId}>
          <PlaceRow
            place={place}
            side={sideOf(place.id)}
            name={name}
            onSide={(side) => onSide(place.id, side)}
          />
        </ul>
      </div>
    );
  if (!query.error) return null;
  return (
    <LoadError
      title={t('targetingFields.wantedError')}
      kept={t('targetingFields.placesKept')}
      error={query.error}
      retrying={query.isFetching}
      onRetry={query.refetch}
    />
  );
}

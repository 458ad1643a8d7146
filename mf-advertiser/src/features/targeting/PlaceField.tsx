import { PLACES } from '@ezdash/contracts/constants';
import { Button, Chip, TextInput, useDebouncedValue, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { LoadError } from '../../components/LoadError';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { PlaceRow } from './PlaceRow';
import { type PlaceKind, useTargetingPlacesQuery } from './places.api';
import { SIDES, type Side } from './Sided';
import { splitIds } from './splitIds';
import classes from './targeting.module.css';
import { WantedPlace } from './WantedPlace';

const SEARCH_PAUSE_MS = 250;
const MOST_SEARCH = 100;
/** Of an id with what stands between it and the next one. */
const ID_LENGTH = 12;

/** The places that are named so far; one that shows no ads any more is named by its id. */
function Chosen({
  ids,
  names,
  side,
  onRemove,
}: {
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  side: Side;
  onRemove: (id: string) => void;
}) {
  const { t } = useTranslation('advertiser');
  if (ids.length === 0) return null;
  return (
    <div className={classes.chosen}>
      <span className={classes.quiet}>{t(`targetingFields.${side}`)}</span>
      {ids.map((id) => (
        <Chip key={id} label={names.get(id) ?? id} onRemove={() => onRemove(id)}>
          <bdi>{names.get(id) ?? id}</bdi>
        </Chip>
      ))}
    </div>
  );
}

interface PastedProps {
  /** Those that show ads. */
  ids: readonly string[];
  /** How many were pasted. */
  of: number;
  onAll: (ids: readonly string[], side: Side) => void;
}

/** A list of ids that was pasted: taken or left as a whole. */
function Pasted({ ids, of, onAll }: PastedProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const amount = format.count(ids.length);
  return (
    <div className={classes.presets}>
      <span className={classes.quiet} role="status">
        {t('targetingFields.pasted', { amount, of: format.count(of) })}
      </span>
      {ids.length === 0
        ? null
        : SIDES.map((side) => (
            <Button key={side} variant="default" size="compact-sm" onClick={() => onAll(ids, side)}>
              {t(`targetingFields.${side}All`, { amount })}
            </Button>
          ))}
    </div>
  );
}

interface PlaceFieldProps {
  fields: FieldControl;
  kind: PlaceKind;
  /** What an ad of the campaign fits into, as the server takes it; empty while it has none. */
  fits: string;
  /** The search comes when it is asked for. */
  folded: boolean;
  /** The id of one that is offered before all others. */
  wanted?: string | null;
}

/** Properties, or zones, that a campaign takes or leaves: found by name, with what their traffic is. */
export function PlaceField({ fields, kind, fits, folded, wanted }: PlaceFieldProps) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { choice, choose } = dimensionOf(fields, kind);
  const [search, setSearch] = useState('');
  const error = fields.errorOf(`targeting.${kind}`);
  const [isAsked, setAsked] = useState(!folded);
  const isOpen = isAsked || error !== undefined;
  const [asked] = useDebouncedValue(search.trim(), SEARCH_PAUSE_MS);
  const pasted = splitIds(kind, asked).slice(0, PLACES.mostIds);
  const query = useTargetingPlacesQuery(
    pasted.length > 0
      ? { kind, ids: pasted.join(',') }
      : { kind, search: asked.slice(0, MOST_SEARCH), ...(fits !== '' && { fits }) },
    { skip: !isOpen },
  );
  const all = [...choice.include, ...choice.exclude];
  const named = useTargetingPlacesQuery({ kind, ids: [...all].sort().join(',') }, { skip: all.length === 0 });
  const shown = query.currentData ?? query.data;
  const names = new Map(
    [...(named.data?.places ?? []), ...(shown?.places ?? [])].map(({ id, name }) => [id, name]),
  );
  const sideOf = (id: string): Side | null =>
    choice.include.includes(id) ? 'include' : choice.exclude.includes(id) ? 'exclude' : null;
  const put = (id: string, side: Side | null) =>
    choose({
      include: [...choice.include.filter((other) => other !== id), ...(side === 'include' ? [id] : [])],
      exclude: [...choice.exclude.filter((other) => other !== id), ...(side === 'exclude' ? [id] : [])],
    });
  const putAll = (ids: readonly string[], side: Side) => {
    const others = (list: readonly string[]) => list.filter((id) => !ids.includes(id));
    choose({
      include: others(choice.include),
      exclude: others(choice.exclude),
      [side]: [...others(choice[side]), ...ids],
    });
  };
  const title = ui(`targeting.title.${kind}`);
  const found = () => (
    <>
      {wanted ? <WantedPlace key={wanted} kind={kind} id={wanted} sideOf={sideOf} onSide={put} /> : null}
      <TextInput
        name={`targeting.${kind}`}
        aria-label={t('targetingFields.searchPlaces', { title })}
        placeholder={t('targetingFields.searchPlaces', { title })}
        value={search}
        maxLength={PLACES.mostIds * ID_LENGTH}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches, it does not go on.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {error ? <FieldError>{error}</FieldError> : null}
      {pasted.length > 1 && query.currentData ? (
        <Pasted ids={query.currentData.places.map(({ id }) => id)} of={pasted.length} onAll={putAll} />
      ) : null}
      {query.error && !shown ? (
        <LoadError
          title={t('targetingFields.placesError')}
          kept={t('targetingFields.placesKept')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={query.refetch}
        />
      ) : (
        <ul className={classes.places} aria-label={title} aria-busy={query.isFetching}>
          {shown?.places.map((place) => (
            <PlaceRow
              key={place.id}
              place={place}
              side={sideOf(place.id)}
              onSide={(side) => put(place.id, side)}
            />
          ))}
        </ul>
      )}
      {shown?.places.length === 0 ? (
        <p className={classes.quiet}>{t('targetingFields.noPlace')}</p>
      ) : (
        <p className={classes.quiet}>
          {shown?.more ? t('targetingFields.morePlaces') : t('targetingFields.placeFigures')}
        </p>
      )}
    </>
  );
  return (
    <Rule kind="group" field={`targeting.${kind}`} title={title} hint={t(`targetingFields.${kind}Hint`)}>
      <div className={classes.pair}>
        <Chosen ids={choice.include} names={names} side="include" onRemove={(id) => put(id, null)} />
        <Chosen ids={choice.exclude} names={names} side="exclude" onRemove={(id) => put(id, null)} />
        {isOpen ? (
          found()
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
            {t(`targetingFields.choose.${kind}`)}
          </Button>
        )}
      </div>
    </Rule>
  );
}

import type { Place } from '@ezdash/contracts';
import { PLACES } from '@ezdash/contracts/constants';
import { Button, Chip, sizeText, TextInput, useDebouncedValue, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { LoadError } from '../../components/LoadError';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { useTargetingPlacesQuery } from './places.api';
import { SIDES, type Side } from './Sided';
import { splitIds } from './splitIds';
import classes from './targeting.module.css';

type Kind = 'properties' | 'zones';
const SEARCH_PAUSE_MS = 250;
const MOST_SEARCH = 100;
/** Of an id with what stands between it and the next one. */
const ID_LENGTH = 12;

interface PlaceRowProps {
  place: Place;
  side: Side | null;
  onSide: (side: Side | null) => void;
}

/** One place with its traffic of 28 days, and the two ways to name it. */
function PlaceRow({ place, side, onSide }: PlaceRowProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { zone, requests, filled, own } = place;
  const size = zone ? (zone.width > 0 ? sizeText(zone) : zone.kind) : null;
  const facts = [
    place.domain,
    size,
    t('targetingFields.requests', { count: requests, amount: format.count(requests) }),
    requests > 0 ? t('targetingFields.filled', { share: format.percent(filled / requests, 0) }) : null,
    zone && zone.floor_micros > 0
      ? t('targetingFields.floor', { amount: format.money(zone.floor_micros) })
      : null,
    own.impressions > 0
      ? t('targetingFields.own', {
          amount: format.money(Math.round((own.spend_micros / own.impressions) * 1_000)),
        })
      : null,
  ];
  const toggle = (wanted: Side) => (
    <Button
      variant={side === wanted ? 'light' : 'default'}
      size="compact-sm"
      aria-pressed={side === wanted}
      aria-label={t(`targetingFields.${wanted}Place`, { name: place.name })}
      onClick={() => onSide(side === wanted ? null : wanted)}
    >
      {t(`targetingFields.${wanted}`)}
    </Button>
  );
  return (
    <li className={classes.place}>
      <div>
        <b>
          <bdi>{place.name}</bdi>
        </b>
        <small>
          <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
        </small>
      </div>
      {toggle('include')}
      {toggle('exclude')}
    </li>
  );
}

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
  kind: Kind;
  /** What an ad of the campaign fits into, as the server takes it; empty while it has none. */
  fits: string;
  /** The search comes when it is asked for. */
  folded: boolean;
}

/** Properties, or zones, that a campaign takes or leaves: found by name, with what their traffic is. */
export function PlaceField({ fields, kind, fits, folded }: PlaceFieldProps) {
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

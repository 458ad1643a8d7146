import type { NamedRegion } from '@ezdash/contracts';
import { Button, countryName, TextInput, useDebouncedValue, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { useTargetingPlacesQuery } from './places.api';
import { otherSide, type Side } from './Sided';
import classes from './targeting.module.css';

const SEARCH_PAUSE_MS = 250;
const COUNTRY_LENGTH = 2;

/** Regions by their names; those that are found are put on the side that is being written. */
export function RegionSearch({ fields, side }: { fields: FieldControl; side: Side }) {
  const { t } = useTranslation('advertiser');
  const { locale } = useFormat();
  const { choice, choose } = dimensionOf(fields, 'regions');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), SEARCH_PAUSE_MS);
  const query = useTargetingPlacesQuery({ kind: 'regions', search: asked }, { skip: asked === '' });
  const shown = asked === '' ? undefined : (query.currentData ?? query.data);
  const language = locale === 'en-XA' ? 'en' : locale;
  const toggle = (code: string, isChosen: boolean) => {
    const others = choice[side].filter((other) => other !== code);
    const other = otherSide(side);
    choose({
      [side]: isChosen ? others : [...others, code],
      [other]: choice[other].filter((each) => each !== code),
    });
  };
  const nameOf = ({ name, own_name: own }: NamedRegion) =>
    own ? t('targetingFields.regionNames', { name, own }) : name;
  const label = t('targetingFields.searchRegions');
  return (
    <>
      <TextInput
        name="targeting.regions.search"
        aria-label={label}
        placeholder={label}
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches, it does not go on.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {query.error && asked !== '' && !shown ? (
        <LoadError
          title={t('targetingFields.regionsError')}
          kept={t('targetingFields.placesKept')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={query.refetch}
        />
      ) : null}
      {shown?.regions && shown.regions.length > 0 ? (
        <ul className={classes.places} aria-label={label} aria-busy={query.isFetching}>
          {shown.regions.map((region) => {
            const isChosen = choice[side].includes(region.code);
            return (
              <li key={region.code} className={classes.place}>
                <div>
                  <b>
                    <bdi>{nameOf(region)}</bdi>
                  </b>
                  <small>
                    <bdi>{countryName(region.code.slice(0, COUNTRY_LENGTH), language)}</bdi> · {region.code}
                  </small>
                </div>
                <Button
                  variant={isChosen ? 'light' : 'default'}
                  size="compact-sm"
                  aria-pressed={isChosen}
                  aria-label={t(`targetingFields.${side}Place`, { name: region.name })}
                  onClick={() => toggle(region.code, isChosen)}
                >
                  {t(`targetingFields.${side}`)}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {shown?.regions?.length === 0 ? (
        <p className={classes.quiet}>{t('targetingFields.noRegion')}</p>
      ) : shown?.more ? (
        <p className={classes.quiet}>{t('targetingFields.moreRegions')}</p>
      ) : null}
    </>
  );
}

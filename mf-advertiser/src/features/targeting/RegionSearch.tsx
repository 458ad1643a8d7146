import type { NamedRegion } from '@ezdash/contracts';
import { Button, countryName, TextInput, useDebouncedValue, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { useTargetingPlacesQuery } from './places.api';
import classes from './targeting.module.css';

type Side = 'include' | 'exclude';
const SEARCH_PAUSE_MS = 250;
const COUNTRY_LENGTH = 2;

/** Regions by their names, each with the two ways to put its code into the lists below. */
export function RegionSearch({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { locale } = useFormat();
  const { choice, choose } = dimensionOf(fields, 'regions');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), SEARCH_PAUSE_MS);
  const query = useTargetingPlacesQuery({ kind: 'regions', search: asked }, { skip: asked === '' });
  const shown = asked === '' ? undefined : (query.currentData ?? query.data);
  const language = locale === 'en-XA' ? 'en' : locale;
  const sideOf = (code: string): Side | null =>
    choice.include.includes(code) ? 'include' : choice.exclude.includes(code) ? 'exclude' : null;
  const put = (code: string, side: Side | null) =>
    choose({
      include: [...choice.include.filter((other) => other !== code), ...(side === 'include' ? [code] : [])],
      exclude: [...choice.exclude.filter((other) => other !== code), ...(side === 'exclude' ? [code] : [])],
    });
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
            const side = sideOf(region.code);
            const toggle = (wanted: Side) => (
              <Button
                variant={side === wanted ? 'light' : 'default'}
                size="compact-sm"
                aria-pressed={side === wanted}
                aria-label={t(`targetingFields.${wanted}Place`, { name: region.name })}
                onClick={() => put(region.code, side === wanted ? null : wanted)}
              >
                {t(`targetingFields.${wanted}`)}
              </Button>
            );
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
                {toggle('include')}
                {toggle('exclude')}
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

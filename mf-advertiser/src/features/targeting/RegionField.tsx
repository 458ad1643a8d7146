import { Chip } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { ListArea } from './ListPair';
import { RegionSearch } from './RegionSearch';
import { type Side, Sided } from './Sided';
import { sideErrors } from './sideErrors';
import classes from './targeting.module.css';
import { useRegionNames } from './useRegionNames';

/** The regions that are taken or left, found by name; their codes can be written, too. */
export function RegionField({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { choice, choose } = dimensionOf(fields, 'regions');
  const { nameOf, unknown } = useRegionNames([...choice.include, ...choice.exclude]);
  const title = ui('targeting.title.regions');
  const errors = sideErrors(fields, 'regions');
  const [isOpen, setOpen] = useState(false);
  // It stays open once the mistake is put right: somebody is writing there.
  if (!isOpen && (errors.include ?? errors.exclude)) setOpen(true);
  const names = { include: choice.include.map(nameOf), exclude: choice.exclude.map(nameOf) };
  const chips = (side: Side) =>
    choice[side].length > 0 ? (
      <div className={classes.chosen}>
        {choice[side].map((code) => (
          <Chip
            key={code}
            label={nameOf(code)}
            onRemove={() => choose({ [side]: choice[side].filter((other) => other !== code) })}
          >
            <bdi>{nameOf(code)}</bdi>
          </Chip>
        ))}
      </div>
    ) : null;
  return (
    <Rule kind="group" field="targeting.regions" title={title} hint={t('targetingFields.regionsHint')}>
      <Sided dimension="regions" title={title} names={names} errors={errors}>
        {(side) => (
          <>
            {chips(side)}
            <RegionSearch fields={fields} side={side} />
            {unknown.length > 0 ? (
              <p className={classes.warn} role="status">
                {t('targetingFields.unknownRegions', { count: unknown.length, codes: unknown.join(', ') })}
              </p>
            ) : null}
            <details
              className={classes.codes}
              open={isOpen}
              onToggle={(event) => setOpen(event.currentTarget.open)}
            >
              <summary>{t('targetingFields.regionCodes')}</summary>
              <ListArea
                key={side}
                fields={fields}
                dimension="regions"
                side={side}
                title={title}
                placeholder="DE-BY"
                error={errors[side]}
              />
            </details>
          </>
        )}
      </Sided>
    </Rule>
  );
}

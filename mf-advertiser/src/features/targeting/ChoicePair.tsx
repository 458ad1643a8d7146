import type { TargetingDimension } from '@ezdash/contracts';
import { Button } from '@ezdash/ui';
import { MultiSelect } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import classes from './targeting.module.css';

type Listed = Exclude<TargetingDimension, 'os' | 'countries' | 'devices'>;

interface ChoicePairProps {
  fields: FieldControl;
  dimension: Listed;
  hint: string;
  data: readonly { value: string; label: string }[];
}

/** What a campaign takes and what it leaves of one dimension, from a list that is searched by typing. */
export function ChoicePair({ fields, dimension, hint, data }: ChoicePairProps) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { choice, choose } = dimensionOf(fields, dimension);
  const [excludes, setExcludes] = useState(false);
  const title = ui(`targeting.title.${dimension}`);
  const select = (side: 'include' | 'exclude') => {
    const other = choice[side === 'include' ? 'exclude' : 'include'] as string[];
    return (
      <MultiSelect
        name={`targeting.${dimension}.${side}`}
        label={t(`targetingFields.${side}`)}
        aria-label={`${title}: ${t(`targetingFields.${side}`)}`}
        data={data.filter(({ value }) => !other.includes(value))}
        value={choice[side] as string[]}
        searchable
        clearable
        hidePickedOptions
        placeholder={choice[side].length === 0 ? t(`targetingFields.${side}None`) : undefined}
        nothingFoundMessage={t('targetingFields.nothingFound')}
        comboboxProps={{ keepMounted: false }}
        onChange={(next) => choose({ [side]: next })}
      />
    );
  };
  return (
    <Rule kind="group" field={`targeting.${dimension}`} title={title} hint={hint}>
      <div className={classes.pair}>
        {select('include')}
        {excludes || choice.exclude.length > 0 ? (
          select('exclude')
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => setExcludes(true)}>
            {t('targetingFields.leaveOut')}
          </Button>
        )}
      </div>
    </Rule>
  );
}

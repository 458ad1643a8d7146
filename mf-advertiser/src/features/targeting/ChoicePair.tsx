import type { TargetingDimension } from '@ezdash/contracts';
import { MultiSelect } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { otherSide, Sided } from './Sided';
import { sideErrors } from './sideErrors';

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
  const title = ui(`targeting.title.${dimension}`);
  const errors = sideErrors(fields, dimension);
  const nameOf = (value: string) => data.find((known) => known.value === value)?.label ?? value;
  const names = { include: choice.include.map(nameOf), exclude: choice.exclude.map(nameOf) };
  return (
    <Rule kind="group" field={`targeting.${dimension}`} title={title} hint={hint}>
      <Sided dimension={dimension} title={title} names={names} errors={errors}>
        {(side) => (
          <MultiSelect
            key={side}
            name={`targeting.${dimension}.${side}`}
            aria-label={`${title}: ${t(`targetingFields.${side}`)}`}
            data={data.filter(({ value }) => !(choice[otherSide(side)] as string[]).includes(value))}
            value={choice[side] as string[]}
            searchable
            clearable
            hidePickedOptions
            placeholder={choice[side].length === 0 ? t(`targetingFields.${side}None`) : undefined}
            nothingFoundMessage={t('targetingFields.nothingFound')}
            comboboxProps={{ keepMounted: false }}
            error={errors[side]}
            onChange={(next) => choose({ [side]: next })}
          />
        )}
      </Sided>
    </Rule>
  );
}

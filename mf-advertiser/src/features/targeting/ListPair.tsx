import { Textarea } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { type Side, Sided } from './Sided';
import { sideErrors } from './sideErrors';
import { splitList } from './splitList';

type Written = 'regions' | 'keywords' | 'ip_ranges';

interface ListAreaProps {
  fields: FieldControl;
  dimension: Written;
  side: Side;
  title: string;
  placeholder: string;
  error?: string;
}

/** One list, a value a line; many can be pasted at once. What is typed stays as typed while it is written. */
export function ListArea({ fields, dimension, side, title, placeholder, error }: ListAreaProps) {
  const { t } = useTranslation('advertiser');
  const { choice, choose } = dimensionOf(fields, dimension);
  const values = choice[side];
  const [text, setText] = useState(values.join('\n'));
  // Changed by somebody else, or set back: the text follows.
  const shown = splitList(dimension, text).join('\n') === values.join('\n') ? text : values.join('\n');
  return (
    <Textarea
      name={`targeting.${dimension}.${side}`}
      aria-label={`${title}: ${t(`targetingFields.${side}`)}`}
      description={t('targetingFields.entered', { count: values.length })}
      inputWrapperOrder={['input', 'error', 'description']}
      placeholder={placeholder}
      value={shown}
      error={error}
      autosize
      minRows={2}
      maxRows={10}
      dir="auto"
      spellCheck={false}
      onChange={(event) => {
        setText(event.currentTarget.value);
        choose({ [side]: splitList(dimension, event.currentTarget.value) });
      }}
      onBlur={() => fields.leave('targeting')}
    />
  );
}

interface ListPairProps {
  fields: FieldControl;
  dimension: 'keywords' | 'ip_ranges';
  hint: string;
  placeholder: string;
}

/** What a campaign takes and leaves of something that is written, not chosen: keywords, addresses. */
export function ListPair({ fields, dimension, hint, placeholder }: ListPairProps) {
  const { t: ui } = useTranslation('ui');
  const title = ui(`targeting.title.${dimension}`);
  const { choice } = dimensionOf(fields, dimension);
  const errors = sideErrors(fields, dimension);
  return (
    <Rule kind="group" field={`targeting.${dimension}`} title={title} hint={hint}>
      <Sided dimension={dimension} title={title} names={choice} errors={errors}>
        {(side) => (
          <ListArea
            key={side}
            fields={fields}
            dimension={dimension}
            side={side}
            title={title}
            placeholder={placeholder}
            error={errors[side]}
          />
        )}
      </Sided>
    </Rule>
  );
}

import { Button, Textarea } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { RegionSearch } from './RegionSearch';
import { splitList } from './splitList';
import classes from './targeting.module.css';

type Written = 'regions' | 'keywords' | 'ip_ranges';

interface ListPairProps {
  fields: FieldControl;
  dimension: Written;
  hint: string;
  placeholder: string;
}

interface ListAreaProps extends Omit<ListPairProps, 'hint'> {
  side: 'include' | 'exclude';
  title: string;
}

/** One list, a value a line; many can be pasted at once. What is typed stays as typed while it is written. */
function ListArea({ fields, dimension, side, title, placeholder }: ListAreaProps) {
  const { t } = useTranslation('advertiser');
  const { choice, choose } = dimensionOf(fields, dimension);
  const values = choice[side];
  const [text, setText] = useState(values.join('\n'));
  // Changed by somebody else, or set back: the text follows.
  const shown = splitList(dimension, text).join('\n') === values.join('\n') ? text : values.join('\n');
  return (
    <Textarea
      name={`targeting.${dimension}.${side}`}
      label={t(`targetingFields.${side}`)}
      aria-label={`${title}: ${t(`targetingFields.${side}`)}`}
      description={t('targetingFields.entered', { count: values.length })}
      placeholder={placeholder}
      value={shown}
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

/** What a campaign takes and leaves of something that is written, not chosen: regions, keywords, addresses. */
export function ListPair({ fields, dimension, hint, placeholder }: ListPairProps) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const [excludes, setExcludes] = useState(false);
  const title = ui(`targeting.title.${dimension}`);
  const { exclude } = dimensionOf(fields, dimension).choice;
  const area = (side: 'include' | 'exclude') => (
    <ListArea fields={fields} dimension={dimension} side={side} title={title} placeholder={placeholder} />
  );
  return (
    <Rule kind="group" field={`targeting.${dimension}`} title={title} hint={hint}>
      <div className={classes.pair}>
        {dimension === 'regions' ? <RegionSearch fields={fields} /> : null}
        {area('include')}
        {excludes || exclude.length > 0 ? (
          area('exclude')
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => setExcludes(true)}>
            {t('targetingFields.leaveOut')}
          </Button>
        )}
      </div>
    </Rule>
  );
}

import { CAMPAIGN_FORMATS, CAMPAIGN_STATES } from '@ezdash/contracts/constants';
import { Button, Chip, Popover } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './campaigns.module.css';
import type { ListSettings } from './useListSettings';

interface ChoiceProps<Value extends string> {
  label: string;
  any: string;
  values: readonly Value[];
  textOf: (value: Value) => string;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, any, values, textOf, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="ez-select"
        value={value ?? ''}
        onChange={(event) => onChange(values.find((one) => one === event.currentTarget.value) ?? null)}
      >
        <option value="">{any}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </>
  );
}

/** Filters that are asked for less often: folded away, and named while they are in force. */
export function MoreFilters({ list }: { list: ListSettings }) {
  const { t } = useTranslation(['advertiser', 'ui']);
  const { state = null, format = null } = list.settings;
  const stateText = (one: string) => t(`ui:state.${one}`);
  const formatText = (one: string) => t(`ui:format.${one}`);
  const inForce = [
    state && { key: 'state', text: stateText(state), drop: () => list.change({ state: null, group: 'all' }) },
    format && { key: 'format', text: formatText(format), drop: () => list.change({ format: null }) },
  ].filter((one) => one !== null);
  return (
    <>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default">{t('campaignList.filter.open')}</Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('campaignList.filter.open')}>
          <div className={classes.filters}>
            <Choice
              label={t('campaignList.filter.state')}
              any={t('campaignList.filter.anyState')}
              values={CAMPAIGN_STATES}
              textOf={stateText}
              value={state}
              // A state is in one segment alone, and archived campaigns are in no other than their own.
              onChange={(next) =>
                list.change({ state: next, group: next === 'archived' ? 'archived' : 'all' })
              }
            />
            <Choice
              label={t('campaignList.filter.format')}
              any={t('campaignList.filter.anyFormat')}
              values={CAMPAIGN_FORMATS}
              textOf={formatText}
              value={format}
              onChange={(next) => list.change({ format: next })}
            />
          </div>
        </Popover.Dropdown>
      </Popover>
      {inForce.length > 0 ? (
        <div className={classes.inForce}>
          {inForce.map(({ key, text, drop }) => (
            <Chip key={key} label={text} onRemove={drop}>
              {text}
            </Chip>
          ))}
        </div>
      ) : null}
    </>
  );
}

import type { OsRule } from '@ezdash/contracts';
import { OPERATING_SYSTEMS } from '@ezdash/contracts/constants';
import { Button, CloseButton, TextInput } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import type { FieldControl } from '../form/useCampaignFields';
import { dimensionOf } from './dimensionOf';
import { SIDES, type Side } from './Sided';
import classes from './targeting.module.css';
import { useNames } from './useNames';

interface RowProps {
  rule: OsRule;
  side: Side;
  onChange: (rule: OsRule, side: Side) => void;
  onRemove: () => void;
  onLeave: () => void;
}

/** One operating system, taken or left, all of it or from one version to another. */
function OsRow({ rule, side, onChange, onRemove, onLeave }: RowProps) {
  const { t } = useTranslation('advertiser');
  const names = useNames();
  const name = names.os(rule.name);
  const version = (bound: 'min' | 'max') => (
    <TextInput
      label={t(`targetingFields.${bound}`)}
      aria-label={`${name}: ${t(`targetingFields.${bound}`)}`}
      value={rule[bound] ?? ''}
      placeholder={t('targetingFields.anyVersion')}
      inputMode="decimal"
      maxLength={9}
      onChange={(event) => onChange({ ...rule, [bound]: event.currentTarget.value.trim() || null }, side)}
      onBlur={onLeave}
    />
  );
  return (
    <li className={classes.osRow}>
      <Select
        label={t('targetingFields.os')}
        data={OPERATING_SYSTEMS.map((value) => ({ value, label: names.os(value) }))}
        value={rule.name}
        allowDeselect={false}
        onChange={(value) => onChange({ ...rule, name: (value ?? rule.name) as OsRule['name'] }, side)}
      />
      <Select
        label={t('targetingFields.side')}
        aria-label={`${name}: ${t('targetingFields.side')}`}
        data={SIDES.map((value) => ({ value, label: t(`targetingFields.${value}`) }))}
        value={side}
        allowDeselect={false}
        onChange={(value) => onChange(rule, value === 'exclude' ? 'exclude' : 'include')}
      />
      {version('min')}
      {version('max')}
      <CloseButton aria-label={t('targetingFields.removeOs', { name })} onClick={onRemove} />
    </li>
  );
}

/** Operating systems with their versions. */
export function OsField({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { choice, choose } = dimensionOf(fields, 'os');
  const error = fields.errorOf('targeting.os');
  const rows = SIDES.flatMap((side) => choice[side].map((rule, index) => ({ rule, side, index })));
  const write = (next: { rule: OsRule; side: Side }[]) => {
    const of = (side: Side) => next.filter((row) => row.side === side).map(({ rule }) => rule);
    choose({ include: of('include'), exclude: of('exclude') });
  };
  const add = () => {
    const used = rows.map(({ rule }) => rule.name);
    const name = OPERATING_SYSTEMS.find((os) => !used.includes(os)) ?? 'windows';
    write([...rows, { rule: { name, min: null, max: null }, side: 'include' }]);
  };
  return (
    <Rule
      kind="group"
      field="targeting.os"
      title={ui('targeting.title.os')}
      hint={t('targetingFields.osHint')}
    >
      {rows.length > 0 ? (
        <ul className={classes.osRows}>
          {rows.map((row, at) => (
            <OsRow
              key={`${row.side} ${row.index}`}
              rule={row.rule}
              side={row.side}
              onChange={(rule, side) =>
                write(rows.map((each, index) => (index === at ? { rule, side } : each)))
              }
              onRemove={() => write(rows.filter((_each, index) => index !== at))}
              onLeave={() => fields.leave('targeting')}
            />
          ))}
        </ul>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      <Button variant="default" size="compact-sm" onClick={add}>
        {t('targetingFields.addOs')}
      </Button>
    </Rule>
  );
}

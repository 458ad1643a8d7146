import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmAmounts } from '../feedback/useConfirmAmounts';
import type { MoneyOptions } from '../format/number';
import { useFormat } from '../format/useFormat';
import { InlineEdit } from './InlineEdit';
import { MoneyInput } from './MoneyInput';

interface InlineMoneyProps {
  /** "Bid of Winter shells". */
  label: string;
  /** Label of the field: "Max bid, CPM". */
  fieldLabel: string;
  micros: number;
  /** How the amount stands in the page. */
  digits?: MoneyOptions['digits'];
  /** Most digits that may be typed. */
  inputDigits?: number;
  /** What the amount buys: "CPM". */
  per?: string;
  effect?: (micros: number) => ReactNode;
  check?: (micros: number) => string | undefined;
  onSave: (micros: number) => Promise<unknown> | unknown;
}

/** An amount edited where it stands. */
export function InlineMoney(props: InlineMoneyProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const confirmAmounts = useConfirmAmounts();
  const { micros, effect } = props;
  const save = async (value: number) => {
    const agreed = await confirmAmounts([{ label: props.label, before: micros, after: value }]);
    return agreed ? props.onSave(value) : false;
  };
  return (
    <InlineEdit<number | null>
      label={props.label}
      text={format.money(micros, { digits: props.digits })}
      value={micros}
      editor={({ value, onChange, error }) => (
        <MoneyInput
          data-autofocus
          label={props.fieldLabel}
          digits={props.inputDigits}
          per={props.per}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
      effect={effect ? (value) => (value === null ? null : effect(value)) : undefined}
      check={(value) => (value === null ? t('money.missing') : props.check?.(value))}
      onSave={(value) => (value === null ? undefined : save(value))}
    />
  );
}

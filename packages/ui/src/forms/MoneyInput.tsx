import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { moneyInputText, parseMoney } from './parseMoney';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** Micros; null for empty or unreadable. */
  value: number | null;
  onChange: (micros: number | null) => void;
  /** Most digits after the point: 2 for budgets, 4 for bids. */
  digits?: number;
}

const SYMBOL = '$';

/** An amount of money: prefix, the language's own marks, micros in and out. */
export function MoneyInput({ value, onChange, digits = 2, error, onBlur, ...props }: MoneyInputProps) {
  const { t } = useTranslation('ui');
  const { locale } = useFormat();
  // While typing the text is the person's own; only the value it stands for leaves this field.
  const [typed, setTyped] = useState<string | null>(null);
  const unreadable = typed !== null && typed.trim() !== '' && parseMoney(typed, locale) === null;
  const [left, setLeft] = useState(false);
  const example = moneyInputText(12_500_000, locale, digits);
  const formatted = moneyInputText(value, locale, digits, true);
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className="ez-prefix">{SYMBOL}</span>}
      classNames={{ input: 'ez-num' }}
      value={typed ?? formatted}
      error={unreadable && left ? t('money.unreadable', { example }) : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseMoney(event.currentTarget.value, locale));
      }}
      onBlur={(event) => {
        setLeft(true);
        // Readable text becomes the formatted amount; unreadable text stays to be mended, and so does a finer amount.
        if (!unreadable && parseMoney(formatted, locale) === value) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, type RefCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { type AmountUnit, amountText, moneyInputText, parseAmount } from './parseMoney';

export interface AmountFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  ref?: Ref<HTMLInputElement>;
}

interface AmountInputProps extends AmountFieldProps {
  /** Null for empty or unreadable; a form may keep NaN for the latter. */
  micros: number | null;
  unit: AmountUnit;
  /** Most digits after the point that the field shows. */
  digits: number;
  /** Whether finer amounts are refused; else they stay as they were typed. */
  isExact?: boolean;
  /** What the typed amount means, in words of the page. */
  understood?: (micros: number) => string;
  /** `isUnreadable`: the null stands for a text that is no amount, not for an empty field. */
  onAmount: (micros: number | null, isUnreadable: boolean) => void;
}

const MICRO_DIGITS = 6;
const EXAMPLE_MICROS = 12_500_000;

interface Reading {
  micros: number | null;
  /** What could have been meant. */
  readings: readonly bigint[];
}

function useRead({ unit, digits, isExact }: AmountInputProps): (text: string) => Reading {
  const { locale } = useFormat();
  return (text) => {
    const parsed = parseAmount(text, locale, unit);
    if (parsed.micros === null) return parsed;
    const micros = Number(parsed.micros);
    const isTooFine = isExact === true && micros % 10 ** (MICRO_DIGITS - digits) !== 0;
    return { micros: isTooFine || !Number.isSafeInteger(micros) ? null : micros, readings: [] };
  };
}

/** What is wrong with a text that is no amount, with the amounts that it could stand for. */
function useProblem({ unit, digits }: AmountInputProps): (reading: Reading) => string {
  const { t } = useTranslation('ui');
  const { locale } = useFormat();
  return ({ readings }) => {
    const [first, second] = readings.map((micros) => amountText(micros, locale));
    if (first && second) return t('money.unclear', { first, second });
    if (first) return t('money.meant', { first });
    const example = moneyInputText(digits > 0 ? EXAMPLE_MICROS : EXAMPLE_MICROS * 2, locale, digits);
    return t(unit === 'USD' ? 'money.unreadable' : 'money.noNumber', { example });
  };
}

/** An amount as text of the page's language; while it is typed the field shows what was understood. */
export function AmountInput(props: AmountInputProps) {
  const { micros, unit: _, digits, isExact, understood, onAmount, error, onBlur, ref, ...rest } = props;
  const { locale } = useFormat();
  // While typing the text is the person's own; only the value it stands for leaves this field.
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [wasTyped, setWasTyped] = useState(false);
  const read = useRead(props);
  const problemText = useProblem(props);
  const reading = typed === null || typed.trim() === '' ? null : read(typed);
  const problem = reading && reading.micros === null ? problemText(reading) : undefined;
  const formatted =
    micros === null || Number.isNaN(micros)
      ? ''
      : isExact
        ? amountText(micros, locale)
        : moneyInputText(micros, locale, digits, true);
  // The line stays when the field is left: a button below must not move away from under the press that leaves it.
  const meant = reading?.micros ?? (reading === null && wasTyped ? micros : null);
  const says = meant !== null ? understood?.(meant) : reading?.readings[1] && problem;
  const shownError = problem && left ? problem : error;
  // A form sends no field that it could not read: it would pass for an empty one.
  const mark: RefCallback<HTMLInputElement> = (input) => input?.setCustomValidity(problem ?? '');
  return (
    <TextInput
      autoComplete="off"
      classNames={{ input: 'ez-num' }}
      {...rest}
      ref={useMergedRef(mark, ref)}
      inputMode={digits > 0 ? 'decimal' : 'numeric'}
      value={typed ?? formatted}
      error={shownError}
      inputContainer={(input) => (
        <>
          {input}
          {says && !shownError ? (
            <span className="ez-understood" aria-live="polite">
              {says}
            </span>
          ) : null}
        </>
      )}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setWasTyped(true);
        const next = text.trim() === '' ? null : read(text).micros;
        onAmount(next, next === null && text.trim() !== '');
      }}
      onInvalid={() => setLeft(true)}
      onBlur={(event) => {
        setLeft(true);
        // Readable text becomes the formatted amount; unreadable text stays to be mended, and so does a finer amount.
        if (!problem && (formatted === '' || read(formatted).micros === micros)) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { IconCalendar } from '../icons';
import { dateInputText, datePattern, parseDate } from './parseDate';

interface DateInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:MM`; empty when open. What cannot be read is the text as typed. */
  value: string;
  /** While the text cannot be read it is handed on as it is, so that a form does not take it for "none". */
  onChange: (value: string) => void;
  /** With hour and minute. */
  withTime?: boolean;
}

const LETTERS = { day: 'date.day', month: 'date.month', year: 'date.year' } as const;

/** How the language writes a day, as letters: "TT.MM.JJJJ, hh:mm". */
function useDateMask(withTime: boolean): string {
  const { t } = useTranslation('ui');
  const { parts, mark } = datePattern(useFormat().locale);
  const day = parts.map((part) => t(LETTERS[part])).join(mark);
  return withTime ? `${day}, ${t('date.time')}` : day;
}

/**
 * A day, or a day and a time, written as the app's language writes it. The browser's own field follows the browser's
 * language instead; only its calendar is used, behind the button.
 */
export function DateInput({ value, onChange, withTime = false, onBlur, ...props }: DateInputProps) {
  const { t } = useTranslation('ui');
  const { locale } = useFormat();
  const mask = useDateMask(withTime);
  const picker = useRef<HTMLInputElement>(null);
  // While typing the text is the person's own; only the value it stands for leaves this field.
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = t('date.calendar');
  return (
    <div className="ez-date">
      <TextInput
        {...props}
        autoComplete="off"
        placeholder={mask}
        classNames={{ input: 'ez-num' }}
        value={typed ?? dateInputText(value, locale)}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          onChange(text.trim() === '' ? '' : (parseDate(text, locale, withTime) ?? text));
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        rightSection={
          <ActionIcon
            aria-label={typeof props.label === 'string' ? `${props.label}: ${calendar}` : calendar}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={16} stroke={1.7} />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        className="ez-date-picker"
        type={withTime ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden="true"
        // A field that cannot show the text shows none.
        value={/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(value) ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

import { TextInput } from '@ezdash/ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  describedBy?: string;
}

/** Asked for once the password was right: it takes the focus when it appears. Also takes a recovery code. */
export function CodeField({ value, onChange, onKeyDown, describedBy }: CodeFieldProps) {
  const { t } = useTranslation('debug');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextInput
      ref={input}
      label={t('login.code')}
      description={t('login.codeHint')}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      value={value}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

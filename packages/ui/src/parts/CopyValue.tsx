import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from '../icons';

interface CopyValueProps {
  /** What it is: "Reference". */
  label: string;
  /** What is copied. */
  value: string;
  /** How it is shown, where that differs: an account number in groups. */
  children?: ReactNode;
}

const COPIED_MS = 1_600;

/** One line of a list of facts with a button that copies the fact; the button itself says that it worked. */
export function CopyValue({ label, value, children }: CopyValueProps) {
  const { t } = useTranslation('ui');
  const text = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      // Without permission (or on plain http) the next best is to select it for the keyboard.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState('refused');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), COPIED_MS);
  };
  return (
    <div className="ez-copy">
      <dt>{label}</dt>
      <dd>
        {/* Numbers and codes read left to right in every language; a name takes its own direction. */}
        <bdi ref={text}>{children ?? value}</bdi>
        <Button
          variant="subtle"
          onClick={() => void copy()}
          leftSection={
            state === 'copied' ? (
              <IconCheck size={15} aria-hidden />
            ) : (
              <IconCopy size={15} stroke={1.7} aria-hidden />
            )
          }
        >
          {t(`copy.${state}`)}
          <span className="ez-sr"> {label}</span>
        </Button>
        <span className="ez-sr" role="status">
          {state === 'idle' ? '' : t(`copy.${state}Said`, { label })}
        </span>
      </dd>
    </div>
  );
}

import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from '../icons';
import { useCopy } from './useCopy';

interface CopyValueProps {
  /** What it is: "Reference". */
  label: string;
  /** What is copied. */
  value: string;
  /** How it is shown, where that differs: an account number in groups. */
  children?: ReactNode;
}

/** One line of a list of facts with a button that copies the fact; the button itself says that it worked. */
export function CopyValue({ label, value, children }: CopyValueProps) {
  const { t } = useTranslation('ui');
  const text = useRef<HTMLElement>(null);
  const { state, said, copy } = useCopy(label);
  return (
    <div className="ez-copy">
      <dt>{label}</dt>
      <dd>
        {/* Numbers and codes read left to right in every language; a name takes its own direction. */}
        <bdi ref={text}>{children ?? value}</bdi>
        <Button
          variant="subtle"
          onClick={() => void copy(value, text.current)}
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
          {said}
        </span>
      </dd>
    </div>
  );
}

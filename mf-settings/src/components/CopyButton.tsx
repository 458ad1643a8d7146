import { Button, IconCheck, IconCopy } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const COPIED_MS = 1_600;

interface CopyButtonProps {
  text: string;
  /** "Copy the codes". */
  label: string;
}

/** Copies and says so, also to who does not see it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('settings');
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    // Without permission, or on plain http.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setState('copied'),
        () => setState('refused'),
      );
  return (
    <>
      <Button
        variant="default"
        leftSection={
          state === 'copied' ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />
        }
        onClick={() => void copy()}
      >
        {label}
      </Button>
      <span className="ez-sr" role="status">
        {state === 'idle' ? '' : t(`copying.${state}`)}
      </span>
    </>
  );
}

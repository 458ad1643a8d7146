import { Button, IconCheck, IconCopy, useCopy } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

interface CopyButtonProps {
  text: string;
  /** "Copy the codes". */
  label: string;
}

/** Copies and says so, also to who does not see it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation('settings');
  const { state, copy } = useCopy(label);
  return (
    <>
      <Button
        variant="default"
        leftSection={
          state === 'copied' ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />
        }
        onClick={() => void copy(text)}
      >
        {label}
      </Button>
      <span className="ez-sr" role="status">
        {state === 'idle' ? '' : t(`copying.${state}`)}
      </span>
    </>
  );
}

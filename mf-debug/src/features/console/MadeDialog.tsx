import { Button, Dialog } from '@ezdash/ui';
import type { ReactNode } from 'react';
import styles from './console.module.css';

const WIDTH = 540;

interface MadeDialogProps {
  title: string;
  /** Closes it: "I have the token". */
  verb: string;
  children: ReactNode;
  onClose: () => void;
}

/** What was made and has to be taken along: a key that is shown this once, a link. It stays until somebody says so. */
export function MadeDialog({ title, verb, children, onClose }: MadeDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      width={WIDTH}
      stays
      title={title}
      actions={
        <Button
          // The second press of a double click falls here: it would be gone before anybody saw it.
          onClick={(event) => {
            if (event.detail <= 1) onClose();
          }}
        >
          {verb}
        </Button>
      }
    >
      <div className={styles.form}>{children}</div>
    </Dialog>
  );
}

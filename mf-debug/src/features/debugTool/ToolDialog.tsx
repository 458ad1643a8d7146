import { Modal } from '@ezdash/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useAbovePage } from './useAbovePage';

interface ToolDialogProps {
  title: string;
  /** Name of the cross. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** Wherever the focus is: it comes into a dialog a moment after the dialog itself. */
function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useLayoutEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) latest.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** A panel that a dialog belongs to does not close with it. */
const keepFromPanel = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** A dialog on the debug tool's own layer, over whatever dialog of the page is open. Escape closes this one alone. */
export function ToolDialog({ title, closeLabel, onClose, children }: ToolDialogProps) {
  const root = useAbovePage();
  useEscape(onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={400}
      padding={0}
      zIndex="var(--ez-z-debug)"
      closeOnEscape={false}
    >
      <Modal.Overlay />
      <Modal.Content className="ez-dialog" data-mantine-stop-propagation="true" onKeyDown={keepFromPanel}>
        <div ref={root}>
          <div className="ez-dialog-head">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label={closeLabel} />
          </div>
          <div className="ez-dialog-body">{children}</div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAsked } from './confirm';
import { useFocusBack } from './useFocusBack';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the foot: the way out first, then the verb. */
  actions?: ReactNode;
  /** Width in pixels. */
  width?: number;
  /** It shows what is gone with it: neither Escape nor a press beside it closes it, its buttons do. */
  stays?: boolean;
  /** It asks about what is open beneath it, popovers and other dialogs included. */
  isQuestion?: boolean;
}

const WIDTH = 440;
/** Over popovers, which are at 300. */
const QUESTION_LAYER = 310;

/** A decision. The page waits behind it. Focus starts on what carries `data-autofocus`. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  actions,
  width = WIDTH,
  stays = false,
  isQuestion = false,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const isAsked = useIsAsked();
  useFocusBack(opened);
  // Composed from parts: a label on Modal itself would land on a plain div, and its header is a second banner.
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      padding={0}
      zIndex={isQuestion ? QUESTION_LAYER : undefined}
      closeOnEscape={!stays && (isQuestion || !isAsked)}
      closeOnClickOutside={!stays}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="ez-dialog-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </div>
        <div className="ez-dialog-body">{children}</div>
        {actions ? <div className="ez-dialog-foot ez-actions ez-actions-end">{actions}</div> : null}
      </Modal.Content>
    </Modal.Root>
  );
}

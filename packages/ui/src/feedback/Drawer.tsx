import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAsked } from './confirm';
import { useFocusBack } from './useFocusBack';

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stays in sight at the foot. */
  actions?: ReactNode;
  /** Width in pixels; a phone gives all it has. */
  width?: number;
}

/** As overlays.css knows it: toasts stand beside it. */
const WIDTH = 520;
/** Under dialogs, which are at 200: a question may be asked over it, whichever of the two was in the page first. */
const LAYER = 190;

/** Work beside the page, at its inline end. */
export function Drawer({ opened, onClose, title, children, actions, width = WIDTH }: DrawerProps) {
  const { t } = useTranslation('ui');
  const isAsked = useIsAsked();
  useFocusBack(opened);
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      size={width}
      padding={0}
      zIndex={LAYER}
      closeOnEscape={!isAsked}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content className="ez-drawer">
        <div className="ez-dialog-head">
          <MantineDrawer.Title>{title}</MantineDrawer.Title>
          <MantineDrawer.CloseButton aria-label={t('close')} />
        </div>
        <div className="ez-dialog-body">{children}</div>
        {actions ? <div className="ez-dialog-foot ez-actions ez-actions-end">{actions}</div> : null}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}

import { ActionIcon, Drawer, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconBell } from '../icons';

export interface BellProps {
  /** Name of the button: "Notices, 3 unread". */
  label: string;
  /** At the button's corner: "3", "9+"; nothing when there is nothing unread. */
  count?: string;
  /** Head of the panel. */
  title: string;
  /** One action, at the end of the head. */
  action?: ReactNode;
  /** Stays in sight at the foot. */
  foot?: ReactNode;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  /** A pointer or the focus is on the button: what the panel needs may be loaded. */
  onApproach?: () => void;
  children: ReactNode;
}

const WIDTH = 400;
/** Below this width a panel beside the bell would be as wide as the window: a sheet from below is easier to reach. */
const NARROW = '(max-width: 640px)';

/** The bell of the top bar with what it opens: a panel under it, on a phone a sheet. Focus goes in, and back with Esc. */
export function Bell(props: BellProps) {
  const { label, count, title, action, foot, opened, onOpenedChange, onApproach, children } = props;
  const { t } = useTranslation('ui');
  const titleId = useId();
  const narrow = useMediaQuery(NARROW);
  const button = (
    <ActionIcon
      className="ez-bell"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => onOpenedChange(!opened)}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <IconBell size={18} stroke={1.7} aria-hidden />
      {count ? (
        <span className="ez-bell-count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </ActionIcon>
  );
  const panel = (heading: ReactNode, close?: ReactNode) => (
    <>
      <div className="ez-bell-head">
        {heading}
        {action}
        {close}
      </div>
      <div className="ez-bell-body">{children}</div>
      {foot ? <div className="ez-bell-foot">{foot}</div> : null}
    </>
  );
  if (narrow)
    return (
      <>
        {button}
        <Drawer.Root
          opened={opened}
          onClose={() => onOpenedChange(false)}
          position="bottom"
          size="85dvh"
          padding={0}
        >
          <Drawer.Overlay />
          <Drawer.Content className="ez-bell-panel">
            {panel(
              <Drawer.Title tabIndex={-1} data-autofocus>
                {title}
              </Drawer.Title>,
              <Drawer.CloseButton aria-label={t('close')} />,
            )}
          </Drawer.Content>
        </Drawer.Root>
      </>
    );
  return (
    <Popover
      opened={opened}
      onChange={onOpenedChange}
      position="bottom-end"
      width={WIDTH}
      trapFocus
      returnFocus
      hideDetached={false}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className="ez-bell-panel" aria-labelledby={titleId}>
        {panel(
          <h2 id={titleId} tabIndex={-1} data-autofocus>
            {title}
          </h2>,
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

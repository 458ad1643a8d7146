import type { User } from '@ezdash/contracts';
import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

/** What is left of a button that is held: how it looks and what it is called. */
interface Looks extends Pick<ButtonProps, 'variant' | 'leftSection' | 'size' | 'fullWidth'> {
  children?: ReactNode;
  'aria-label'?: string;
}

interface HeldProps {
  /** How the account stands; without one nothing is held. */
  status: User['status'] | undefined;
  /** The button, or the link that looks like one. */
  children: ReactElement<Looks>;
}

/** What is told beside the pointer and the focus, and on a phone when it is touched. */
const EVENTS = { hover: true, focus: true, touch: true };
const WIDTH = 280;

/**
 * A button for what only an active account may do. For others it does nothing and says why, before a form was filled in
 * for nothing; it can still be reached, so that everybody learns of it.
 */
export function Held({ status, children }: HeldProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  if (status === undefined || status === 'active') return children;
  const { variant, leftSection, size, fullWidth, children: label, 'aria-label': name } = children.props;
  const reason = t(`held.${status === 'ADK rejected' ? 'adkRejected' : status}`);
  return (
    <>
      <Tooltip label={reason} events={EVENTS} multiline maw={WIDTH}>
        <Button
          {...{ variant, leftSection, size, fullWidth }}
          aria-label={name}
          aria-describedby={id}
          aria-disabled
          data-disabled
        >
          {label}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
    </>
  );
}

import { Button, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends ComponentProps<typeof Button<'button'>> {
  /** Its call runs. */
  busy: boolean;
}

/**
 * A button that keeps the focus while its call runs, and does nothing meanwhile, be it the one that sends a form.
 * `loading` of Button disables it, which sends the focus to the top of the page, and a dialog that asks for a proof
 * could not give it back.
 */
export function BusyButton({ busy, leftSection, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      leftSection={busy ? <Loader size={15} color="currentColor" aria-hidden /> : leftSection}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

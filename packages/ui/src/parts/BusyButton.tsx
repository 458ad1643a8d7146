import { Button, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

interface BusyButtonProps extends ComponentProps<typeof Button<'button'>> {
  /** Its call runs. */
  busy: boolean;
  /** Another call comes first: id of the words that say so. It looks disabled, keeps the focus and does nothing. */
  waitsFor?: string;
}

/**
 * A button that keeps the focus while its call runs, and does nothing meanwhile, be it the one that sends a form.
 * `loading` of Button disables it, which sends the focus to the top of the page, and a dialog that asks for a proof
 * could not give it back.
 */
export function BusyButton({ busy, waitsFor, leftSection, onClick, ...props }: BusyButtonProps) {
  const waits = !busy && waitsFor !== undefined;
  return (
    <Button
      {...props}
      leftSection={busy ? <Loader size={15} color="currentColor" aria-hidden /> : leftSection}
      aria-disabled={busy || waits || undefined}
      aria-busy={busy || undefined}
      aria-describedby={waits ? waitsFor : props['aria-describedby']}
      data-disabled={waits || undefined}
      onClick={busy || waits ? (event) => event.preventDefault() : onClick}
    />
  );
}

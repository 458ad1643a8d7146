import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

/**
 * A password with its eye. The library's own shows that it is wrong and leaves out to say so, and its eye is for who
 * has a mouse.
 */
export function PasswordInput(
  props: ComponentPropsWithRef<typeof MantinePasswordInput> & PasswordInputProps,
) {
  return (
    <MantinePasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      {...props}
    />
  );
}

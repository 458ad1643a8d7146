import type { ReactNode } from 'react';

/** Stands where the address belongs; no text contains it. */
export const ADDRESS = '\u0000';

/** A translated text with the address in it, as its own word in every direction of reading. */
export function AddressText({ text, email }: { text: string; email: string }): ReactNode {
  const [before, after = ''] = text.split(ADDRESS);
  return (
    <>
      {before}
      <bdi>
        <b>{email}</b>
      </bdi>
      {after}
    </>
  );
}

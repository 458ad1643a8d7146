import userEvent from '@testing-library/user-event';

/**
 * Puts a text into a field at once, at the end of what is there, as a password manager does: one change of the page
 * instead of one for each letter. Where the single keys matter, `userEvent.type` is the one to take.
 */
export async function fillIn(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

/**
 * Ctrl+Shift+D or Ctrl+Alt+D. The physical key counts too, since Alt changes the letter on some keyboards; AltGr,
 * which Windows reports as Ctrl+Alt, is someone typing a letter.
 */
export function isToggleShortcut(event: KeyboardEvent): boolean {
  if (!event.ctrlKey || event.metaKey || event.shiftKey === event.altKey) return false;
  if (event.getModifierState('AltGraph')) return false;
  return event.code === 'KeyD' || event.key.toLowerCase() === 'd';
}

/** The page is not ours: whatever fails in here stays in here. */
export function safely<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args);
    } catch (error) {
      // Visible to whoever debugs the tag, harmless to everybody else.
      console.debug?.('ez-ad', error);
    }
  };
}

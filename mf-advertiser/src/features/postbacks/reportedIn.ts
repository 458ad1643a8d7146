/** What a report said of itself, by its parameters: the value as it was written, and the status. */
export function reportedIn(request: string): { value: string | null; status: string | null } {
  const said = new URLSearchParams(request.slice(request.indexOf('?') + 1));
  return { value: said.get('value') || null, status: said.get('status') || null };
}

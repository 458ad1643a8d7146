/** The page somebody comes from when they ask for help: its articles come first there. In memory, for this tab. */
let last: string | null = null;

const HELP_PATH = '/help';

export function noteLastPage(pathname: string): void {
  if (pathname !== HELP_PATH) last = pathname;
}

/** Null when the help page is the first one that was opened. */
export function lastPage(): string | null {
  return last;
}

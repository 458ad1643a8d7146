import { foreignSelectors, type GateCheck, type Release } from '@ezdash/contracts';
import { outcomeOf } from './staticChecks';

/** Selectors named for each sheet, and of each as much as tells which it is; the rest is counted. */
const NAMED = 5;
const NAMED_LENGTH = 80;

function nameSome(selectors: readonly string[]): string {
  const named = selectors.slice(0, NAMED).map((selector) => selector.slice(0, NAMED_LENGTH));
  if (selectors.length > NAMED) named.push(`${selectors.length - NAMED} more`);
  return named.join(', ');
}

export const sheetsOf = (release: Release): string[] =>
  Object.keys(release.files).filter((file) => file.toLowerCase().endsWith('.css'));

/**
 * The kit's build refuses such sheets; releases need not come from it. Against accidents: what a release does by its
 * scripts is for reviewers to see. Files that cannot be read are for the check of integrity to name.
 */
export function stylesCheck(release: Release, read: ReadonlyMap<string, Buffer>): GateCheck {
  const sheets = sheetsOf(release);
  const problems: string[] = [];
  for (const file of sheets) {
    const found = foreignSelectors(read.get(file)?.toString() ?? '');
    if (found.length > 0) problems.push(`${file} reaches what is not the remote's: ${nameSome(found)}`);
  }
  const count = sheets.length;
  return outcomeOf('styles', problems, `${count} ${count === 1 ? 'sheet' : 'sheets'} of its own`);
}

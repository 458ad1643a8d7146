/** Why a release in use is not swapped under somebody's hands. */
export type Hindrance =
  /** The focus is in a text of the remote. */
  | 'typing'
  /** Something was entered that is not with the server yet. */
  | 'unsaved'
  /** Somebody is being asked. */
  | 'dialog'
  /** A call that changes something is on its way, and its answer is waited for. */
  | 'sending'
  /** The page would ask before it is left. */
  | 'leaving';

/** What there is to lose in a tab. */
export interface TabFacts {
  focused: Element | null;
  /** The remote's elements. */
  roots: readonly Element[];
  /** Open dialogs: the remote's own, and those that the whole page waits for. */
  dialogs: readonly Element[];
  hasTyped: boolean;
  isSending: boolean;
  asksBeforeLeaving: boolean;
}

/** Fields that hold nothing anybody has typed. */
const NO_TEXT = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'hidden',
  'checkbox',
  'radio',
  'range',
  'color',
]);

export function isText(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) return !element.readOnly && !NO_TEXT.has(element.type);
  return element.closest('[contenteditable]:not([contenteditable="false"])') !== null;
}

function isChangedSelect({ options, multiple }: HTMLSelectElement): boolean {
  const all = [...options];
  const hasDefault = all.some(({ defaultSelected }) => defaultSelected);
  return all.some(({ selected, defaultSelected }, index) => {
    const atFirst = hasDefault || multiple ? defaultSelected : index === 0;
    return selected !== atFirst;
  });
}

/** Whether a field holds something else than it came with. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return isChangedSelect(field);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
  return !NO_TEXT.has(field.type) && field.value !== field.defaultValue;
}

/** What stands against swapping a remote now; null: nothing is lost by it. */
export function whatHinders(facts: TabFacts): Hindrance | null {
  const { focused, roots, dialogs, hasTyped, isSending, asksBeforeLeaving } = facts;
  if (focused && isText(focused)) return 'typing';
  const fields = roots.flatMap((root) => [...root.querySelectorAll('input, textarea, select')]);
  if (hasTyped || fields.some(isChanged)) return 'unsaved';
  if (dialogs.length > 0) return 'dialog';
  if (isSending) return 'sending';
  return asksBeforeLeaving ? 'leaving' : null;
}

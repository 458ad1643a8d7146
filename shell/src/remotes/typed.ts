import type { SyntheticEvent } from 'react';

/** A call that changes something, as the store has it. */
export interface Change {
  endpointName: string;
  status: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A form sends what was typed right when it is submitted. */
const SENT_WITHIN_MS = 1_000;
/** What is chosen by a press, where no field of the page holds it. */
const CHOICES =
  '[role="option"], [role="radio"], [role="checkbox"], [role="switch"], [role="slider"], [role="menuitemradio"], ' +
  '[role="dialog"] td button';

/** Since when the form of a field is on its way to the server; null: it is not. */
type SentAt = number | null;

/**
 * What people have typed, chosen and dropped into a remote and not sent yet. The fields themselves do not tell: React
 * makes a field's value its default one at every key. Nor does it help that a field has gone: a page of several steps
 * holds what the steps before were given.
 */
export class Typed {
  readonly #fields = new Map<string, Map<Element, SentAt>>();

  /** Something was entered; `element` holds it, or opened it. */
  note(remote: string, element: Element): void {
    const fields = this.#fields.get(remote) ?? new Map<Element, SentAt>();
    this.#fields.set(remote, fields.set(element, null));
  }

  /** A form was submitted: what is in it may be sent now, or be refused. */
  noteSubmit(remote: string, form: Element, now: number): void {
    const fields = this.#fields.get(remote);
    for (const field of fields?.keys() ?? []) if (form.contains(field)) fields?.set(field, now);
  }

  /** Another page: what was on the one before has gone with it. */
  leavePage(remote: string): void {
    const fields = this.#fields.get(remote);
    for (const field of fields?.keys() ?? []) if (!field.isConnected) fields?.delete(field);
  }

  forget(remote: string): void {
    this.#fields.delete(remote);
  }

  /** @param changes those of the remote: a form counts as sent once a call that its submit began went well */
  has(remote: string, changes: readonly Change[]): boolean {
    const fields = this.#fields.get(remote);
    for (const [field, sentAt] of fields ?? [])
      if (sentAt !== null && changes.some((change) => hasSent(change, sentAt))) fields?.delete(field);
    return (fields?.size ?? 0) > 0;
  }
}

function hasSent({ status, startedAt }: Change, sentAt: number): boolean {
  return status === 'fulfilled' && startedAt >= sentAt && startedAt <= sentAt + SENT_WITHIN_MS;
}

const elementOf = ({ target }: SyntheticEvent) => (target instanceof Element ? target : null);

/** Listeners of a remote's element. React brings them what happens in its dialogs and menus, too. */
export function listenersFor(typed: Typed, remote: string) {
  const note = (event: SyntheticEvent) => {
    const element = elementOf(event);
    if (element) typed.note(remote, element);
  };
  return {
    onInputCapture: note,
    onDropCapture: note,
    onClickCapture: (event: SyntheticEvent) => {
      if (elementOf(event)?.closest(CHOICES)) note(event);
    },
    onSubmitCapture: (event: SyntheticEvent) => {
      const form = elementOf(event);
      if (form) typed.noteSubmit(remote, form, Date.now());
    },
  };
}

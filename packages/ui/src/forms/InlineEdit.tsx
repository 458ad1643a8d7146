import { Button, Popover } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentConfirm } from '../feedback/confirm';
import { IconPencil } from '../icons';
import { useFirstPress } from '../parts/useFirstPress';
import { fieldErrorsOf } from './fieldErrors';

export interface EditorProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
}

interface InlineEditProps<Value> {
  /** What is edited, of what: "Bid of Winter shells". */
  label: string;
  /** The value as it stands in the page. */
  text: string;
  value: Value;
  /** The field; spread the given properties on it. */
  editor: (props: EditorProps<Value>) => ReactNode;
  /** What saving would do, in figures. */
  effect?: (value: Value) => ReactNode;
  /** What is wrong with the value, or nothing. */
  check?: (value: Value) => string | undefined;
  /** Saves; false leaves the field open. A 422's first text, or the message of any other error, is shown at the field. */
  onSave: (value: Value) => Promise<unknown> | unknown;
}

function messageOf(error: unknown): string | undefined {
  const [first] = Object.values(fieldErrorsOf(error)).flat();
  if (first) return first;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** A value edited where it stands: dashed underline, popover with the field and the effect, Enter saves. */
export function InlineEdit<Value>(props: InlineEditProps<Value>) {
  const { t } = useTranslation('ui');
  const { target, mounted, opened, setOpened, mount } = useFirstPress<HTMLButtonElement>();
  const shared = {
    type: 'button',
    className: 'ez-editable',
    'aria-label': t('edit.open', { label: props.label, value: props.text }),
  } as const;
  const content = (
    <>
      {props.text}
      <IconPencil size={14} stroke={1.7} aria-hidden />
    </>
  );
  if (!mounted)
    return (
      <button {...shared} aria-haspopup="dialog" aria-expanded={false} onClick={mount}>
        {content}
      </button>
    );
  return (
    // A press on a question that lies over it does not close it.
    <Popover
      opened={opened}
      onChange={(open) => currentConfirm() === null && setOpened(open)}
      position="bottom-end"
      width={264}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button {...shared} ref={target} onClick={() => setOpened(!opened)}>
          {content}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label}>
        <Editor {...props} close={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Editor<Value>(props: InlineEditProps<Value> & { close: () => void }) {
  const { t } = useTranslation('ui');
  const [value, setValue] = useState(props.value);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // Popovers are portalled, but events still bubble along React's tree to a form around the cell.
    event.stopPropagation();
    if (pending) return;
    const problem = props.check?.(value);
    if (problem) {
      setError(problem);
      return;
    }
    setPending(true);
    try {
      if ((await props.onSave(value)) === false) setPending(false);
      else props.close();
    } catch (thrown) {
      setError(messageOf(thrown) ?? t('edit.failed'));
      setPending(false);
    }
  };
  const change = (next: Value) => {
    setValue(next);
    setError((before) => (before === undefined ? undefined : props.check?.(next)));
  };
  const effect = props.effect?.(value);
  return (
    <form noValidate onSubmit={save} className="ez-edit">
      {props.editor({ value, onChange: change, error })}
      {effect ? (
        <p className="ez-edit-effect" aria-live="polite">
          {effect}
        </p>
      ) : null}
      <div className="ez-actions ez-actions-end">
        <Button variant="subtle" onClick={props.close}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

import type { Attachment } from '@ezdash/contracts';
import { SUPPORT_LIMITS } from '@ezdash/contracts/constants';
import { anyDirection, Button, Textarea, useFormat } from '@ezdash/ui';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';
import { DraftFiles } from './DraftFiles';
import { attachmentsOf, type DraftControls } from './draft';
import { FileButton } from './FileButton';
import { useFileDrop } from './useFileDrop';
import { useFileGate } from './useFileGate';

/** From here on it is said how much room is left. */
const NEARLY_FULL = SUPPORT_LIMITS.message * 0.9;
const MOST_LINES = 8;

interface ComposerProps {
  draft: DraftControls;
  onSend: (body: string, attachments: readonly Attachment[]) => void;
  /** Somebody writes; called at every change that leaves words. */
  onTyping?: () => void;
  placeholder?: string;
  /** Stands under the field: what writing does to a solved conversation, that there is no network. */
  note?: string;
}

/** A finger's keyboard has no Shift + Enter: there Enter starts a line, and the button sends. */
const enterSends = () => !window.matchMedia('(pointer: coarse)').matches;

/** Sends what is written, once its files are there; an empty message is nothing to send. */
function useSending({ draft, onSend }: Pick<ComposerProps, 'draft' | 'onSend'>) {
  const [isLong, setLong] = useState(false);
  const { text, files } = draft;
  const length = text.trim().length;
  const mayGo = () => {
    if (length === 0 && files.length === 0) return false;
    setLong(length > SUPPORT_LIMITS.message);
    return length <= SUPPORT_LIMITS.message;
  };
  // Words and files may have become others while it waited for a file.
  const { start, waits, isRefused } = useFileGate(files, () => {
    if (!mayGo()) return;
    onSend(text.trim(), attachmentsOf(files));
    draft.clear();
  });
  const send = () => {
    if (mayGo()) start();
  };
  return { send, waits, isRefused, isTooLong: isLong && length > SUPPORT_LIMITS.message, length };
}

/** Where a message is written: text that grows, files by button, paste and drop. */
export function Composer({ draft, onSend, onTyping, placeholder, note }: ComposerProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldRef = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element;
    anyDirection(element);
  }, []);
  const { send, waits, isRefused, isTooLong, length } = useSending({ draft, onSend });
  const { add } = draft;
  const latestAdd = useRef(add);
  useEffect(() => {
    latestAdd.current = add;
  });
  const over = useFileDrop(
    box,
    useCallback((files: File[]) => latestAdd.current(files), []),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter takes its word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !enterSends()) return;
    event.preventDefault();
    send();
  };
  const counts = { count: format.count(length), most: format.count(SUPPORT_LIMITS.message) };
  const filesError = isRefused ? t('conversation.filesBad') : undefined;
  const error = isTooLong ? t('conversation.tooLong', counts) : filesError;
  return (
    <div className={styles.composer} ref={box} data-over={over || undefined}>
      <DraftFiles draft={draft} />
      <form
        className={styles.write}
        onSubmit={(event) => {
          event.preventDefault();
          send();
          field.current?.focus();
        }}
      >
        <Textarea
          ref={fieldRef}
          className={styles.field}
          aria-label={t('conversation.message')}
          aria-describedby={hintId}
          placeholder={over ? t('conversation.drop') : (placeholder ?? t('conversation.write'))}
          autosize
          minRows={1}
          maxRows={MOST_LINES}
          value={draft.text}
          error={error}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            draft.write({ text: event.currentTarget.value });
            if (event.currentTarget.value.trim() !== '') onTyping?.();
          }}
        />
        <FileButton onFiles={add} />
        <Button type="submit" loading={waits}>
          {t('conversation.send')}
        </Button>
      </form>
      <p className={styles.hint} id={hintId}>
        {waits ? t('conversation.waitsForFiles') : (note ?? (enterSends() ? t('conversation.keys') : ''))}
        {length > NEARLY_FULL ? <span>{t('conversation.length', counts)}</span> : null}
      </p>
    </div>
  );
}

import { ATTACHMENT_TYPES } from '@ezdash/contracts/constants';
import { ActionIcon, Tooltip } from '@ezdash/ui';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Endings beside the types: some systems know a CSV by nothing else. */
const ACCEPTED = [...ATTACHMENT_TYPES, '.csv', '.txt', '.log'].join(',');

/** Opens the system's window for choosing files. */
export function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);
  const label = t('conversation.attach');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={() => input.current?.click()}>
          <IconPaperclip size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

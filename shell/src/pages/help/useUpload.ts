import type { Attachment } from '@ezdash/contracts';
import { sendFile, useSession } from '@ezdash/store';
import { fileProblemOf, type Upload } from '@ezdash/ui/conversation';
import { useCallback } from 'react';

const isAttachment = (data: unknown): data is Attachment =>
  typeof data === 'object' && data !== null && 'id' in data && 'href' in data;

/** Stores a file for a message that is still being written. */
export function useUpload(): Upload {
  const { user } = useSession();
  const personId = user?.id ?? null;
  return useCallback<Upload>(
    async (file, signal, onProgress) => {
      const name = encodeURIComponent(file.name.slice(-MOST_NAME));
      const answer = await sendFile(`/api/support/attachments?name=${name}`, file, {
        personId,
        signal,
        onProgress,
      });
      if ('error' in answer) return { problem: fileProblemOf(answer.error) };
      if (isAttachment(answer.data)) return { attachment: answer.data };
      return { problem: { kind: 'network', message: '', again: true } };
    },
    [personId],
  );
}

/** As the contract takes it; the end of a name says more than its beginning. */
const MOST_NAME = 120;

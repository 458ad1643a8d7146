import { storage } from '@ezdash/store';
import { useState } from 'react';

/** Whether the letters decide in this browser; single letters must be possible to switch off. */
const KEYS_STORAGE = 'ezdash_review_keys';

export function useKeysEnabled(): [boolean, (enabled: boolean) => void] {
  const [isEnabled, setEnabled] = useState(() => storage.get(KEYS_STORAGE) !== 'off');
  const change = (next: boolean) => {
    setEnabled(next);
    storage.set(KEYS_STORAGE, next ? 'on' : 'off');
  };
  return [isEnabled, change];
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type CopyState = 'idle' | 'copied' | 'refused';

export interface Copy {
  /** What became of the latest try; idle again after a moment. */
  state: CopyState;
  /** The same for who does not see it, for a live region; empty while idle. */
  said: string;
  /**
   * @param shown where the text stands: selected for the keyboard when the browser refuses the clipboard
   * @returns whether it was copied
   */
  copy: (text: string, shown?: Element | null) => Promise<boolean>;
}

const SHOWN_MS = 1_600;

/**
 * Copies texts and tells what became of it. Without permission, or on plain http, it never says that it worked.
 *
 * @param label what is copied: "Reference"
 */
export function useCopy(label: string): Copy {
  const { t } = useTranslation('ui');
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async (text: string, shown?: Element | null) => {
    const isCopied = await navigatorCopies(text);
    if (!isCopied && shown) getSelection()?.selectAllChildren(shown);
    setState(isCopied ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), SHOWN_MS);
    return isCopied;
  }, []);
  return { state, said: state === 'idle' ? '' : t(`copy.${state}Said`, { label }), copy };
}

async function navigatorCopies(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

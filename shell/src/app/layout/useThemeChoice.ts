import { STORAGE_KEYS, THEMES } from '@ezdash/contracts/constants';
import { storage, useSession, useUpdateAppearanceMutation } from '@ezdash/store';
import { getAppearance, setAppearance, type Theme, useAppearance } from '@ezdash/ui';
import { useEffect } from 'react';

export interface ThemeChoice {
  themes: readonly Theme[];
  theme: Theme;
  choose: (theme: Theme) => void;
}

/** The theme of this browser; who is signed in takes the choice along. */
export function useThemeChoice(): ThemeChoice {
  const { user } = useSession();
  const { appearance } = useAppearance();
  const [updateAppearance] = useUpdateAppearanceMutation();
  return {
    themes: THEMES,
    theme: appearance,
    choose: (theme) => {
      setAppearance(theme);
      // Should the server miss it, this browser still has it.
      if (user) void updateAppearance({ theme });
    },
  };
}

/** A browser that has no choice of its own takes the one of the person who signs in. */
export function useThemeOfUser(): void {
  const { user } = useSession();
  const theme = user?.preferences.theme;
  useEffect(() => {
    if (theme === undefined || storage.get(STORAGE_KEYS.appearance) !== null) return;
    if (theme !== getAppearance()) setAppearance(theme);
  }, [theme]);
}

import type { AppearanceUpdate, Locale, Theme } from '@ezdash/contracts';
import { toApiError, useSession, useSetLocaleMutation, useUpdateAppearanceMutation } from '@ezdash/store';
import { toast, useAppearance } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The three choices. Each takes effect and is saved at once, with a way back; when the server refuses, the page
 * keeps the choice for this browser and says that the account does not have it.
 */
export function useAppearanceSetting() {
  const { t, i18n } = useTranslation('settings');
  const { user } = useSession();
  const { appearance, setAppearance } = useAppearance();
  const [update] = useUpdateAppearanceMutation();
  const [tellServer] = useSetLocaleMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const timezone = user?.preferences.timezone ?? 'UTC';

  const save = async (change: AppearanceUpdate, undo: () => void) => {
    setFailure(null);
    try {
      await update(change).unwrap();
      toast({ text: i18n.t('settings:appearance.saved'), undo });
    } catch (error) {
      setFailure(toApiError(error)?.message || t('appearance.failed'));
    }
  };

  const chooseTheme = (theme: Theme) => {
    const before = appearance;
    setAppearance(theme);
    return save({ theme }, () => void setThemeAgain(before));
  };
  const setThemeAgain = (theme: Theme) => {
    setAppearance(theme);
    return update({ theme });
  };

  const speak = async (locale: Locale) => {
    await i18n.changeLanguage(locale);
    void tellServer(locale);
  };
  const chooseLocale = async (locale: Locale) => {
    const before = i18n.language as Locale;
    await speak(locale);
    return save({ locale }, () => void speak(before).then(() => update({ locale: before })));
  };

  const chooseTimezone = (next: string) => {
    const before = timezone;
    return save({ timezone: next }, () => void update({ timezone: before }));
  };

  return {
    theme: appearance,
    locale: i18n.language,
    timezone,
    failure,
    chooseTheme,
    chooseLocale,
    chooseTimezone,
  };
}

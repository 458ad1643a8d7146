import type { AppearanceUpdate, Locale, Theme } from '@ezdash/contracts';
import { toApiError, useSession, useSetLocaleMutation, useUpdateAppearanceMutation } from '@ezdash/store';
import { toast, useAppearance } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A choice the account does not have. */
export interface SettingFailure {
  /** Theme and language hold in this browser all the same; a time zone is the account's alone. */
  kept: boolean;
  /** The server's own sentence; empty when it gave none. */
  message: string;
  retry: () => void;
}

/** The three choices. Each takes effect and is saved at once, with a way back. */
export function useAppearanceSetting() {
  const { i18n } = useTranslation('settings');
  const { user } = useSession();
  const { appearance, setAppearance } = useAppearance();
  const [update] = useUpdateAppearanceMutation();
  const [tellServer] = useSetLocaleMutation();
  const [failure, setFailure] = useState<SettingFailure | null>(null);
  /** Shown while it is on its way to the account. */
  const [zoneUnderWay, setZoneUnderWay] = useState<string | null>(null);
  const timezone = user?.preferences.timezone ?? 'UTC';

  const save = async (change: AppearanceUpdate, undo?: () => void) => {
    setFailure(null);
    setZoneUnderWay(change.timezone ?? null);
    const { error } = await update(change);
    setZoneUnderWay(null);
    if (error)
      return setFailure({
        kept: change.timezone === undefined,
        message: toApiError(error)?.message ?? '',
        retry: () => void save(change, undo),
      });
    // In the language that is chosen by then.
    if (undo) toast({ text: i18n.t('settings:appearance.saved'), undo });
  };

  const chooseTheme = (theme: Theme) => {
    const before = appearance;
    const undo = () => {
      setAppearance(before);
      void save({ theme: before });
    };
    setAppearance(theme);
    return save({ theme }, undo);
  };

  const speak = async (locale: Locale) => {
    await i18n.changeLanguage(locale);
    void tellServer(locale);
  };
  const chooseLocale = async (locale: Locale) => {
    const before = i18n.language as Locale;
    await speak(locale);
    return save({ locale }, () => void speak(before).then(() => save({ locale: before })));
  };

  const chooseTimezone = (next: string) => {
    const before = timezone;
    return save({ timezone: next }, () => void save({ timezone: before }));
  };

  return {
    theme: appearance,
    locale: i18n.language,
    timezone: zoneUnderWay ?? timezone,
    failure,
    chooseTheme,
    chooseLocale,
    chooseTimezone,
  };
}

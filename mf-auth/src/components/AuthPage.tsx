import { useConfig } from '@ezdash/store';
import { AuthFrame, usePageTitle } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Preferences } from './Preferences';

interface AuthPageProps {
  /** Of the document, whatever the page says of itself at the moment. */
  title: string;
  children: ReactNode;
}

/** The frame of every page of coming in, with its title. */
export function AuthPage({ title, children }: AuthPageProps) {
  const { t } = useTranslation('auth');
  const { app_name } = useConfig();
  usePageTitle(title);
  return (
    <AuthFrame caption={t('login.caption', { app: app_name })} foot={<Preferences />}>
      {children}
    </AuthFrame>
  );
}

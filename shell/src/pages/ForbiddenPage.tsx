import type { Role } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { EmptyState, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { HomeButton } from './HomeButton';

/** What 403 is to a call, this is to a page: whose it is, who is signed in, and the way home. */
export function ForbiddenPage({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('shell');
  const { locale } = useFormat();
  const { user } = useSession();
  const names = roles.map((role) => t(`role.${role}`));
  const owners = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const own = t(`role.${user?.role ?? 'advertiser'}`);
  return (
    <EmptyState level={1} title={t('forbidden.title', { owners })} action={<HomeButton />}>
      {t('forbidden.text', { email: user?.email ?? '', own })}
    </EmptyState>
  );
}

import { useSession } from '@ezdash/store';
import { AppLink, Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { HOMES } from '../app/router/guard';

/** The way out of a page that cannot be shown: to the person's own start. */
export function HomeButton() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  return (
    <Button component={AppLink} href={user ? HOMES[user.role] : '/'}>
      {t(`home.${user?.role ?? 'guest'}`)}
    </Button>
  );
}

import type { User } from '@ezdash/contracts';
import { AppLink, Notice, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { REGISTRATION_PATH, registrationOwed, STATUS_PATH } from '../router/firstStop';

const TONES = { pending: 'info', suspended: 'bad', 'ADK rejected': 'bad' } as const;

/** Where the deletion of the account can be taken back. */
const YOUR_DATA_PATH = '/settings/profile';

/** On every page of an account that may not do everything: how it stands, and the way to why. */
export function StandingBanner({ user }: { user: User }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const owed = registrationOwed(user);
  const leavesAt = user.standing?.deletes_at;
  if (leavesAt)
    return (
      <Notice
        tone="warn"
        title={t('standing.leaving.title', { date: format.date(leavesAt) })}
        action={
          <AppLink className="ez-link" href={YOUR_DATA_PATH}>
            {t('standing.leaving.link')}
          </AppLink>
        }
      >
        {t('standing.leaving.text')}
      </Notice>
    );
  if (user.role === 'admin' || (user.status === 'active' && !owed)) return null;
  const subject = owed || user.status === 'active' ? 'registration' : user.status;
  return (
    <Notice
      tone={subject === 'registration' ? 'warn' : TONES[subject]}
      title={t(`standing.${subject}.title`)}
      action={
        <AppLink className="ez-link" href={owed ? REGISTRATION_PATH : STATUS_PATH}>
          {t(`standing.${subject}.link`)}
        </AppLink>
      }
    >
      {t(`standing.${subject}.text`)}
    </Notice>
  );
}

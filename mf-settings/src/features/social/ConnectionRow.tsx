import type { SocialConnection } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { AppLink, BusyButton, Button, Held, IconLink, useFormat } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import rows from '../../components/rows.module.css';
import { useFocusLater } from '../../components/useFocusLater';
import { socialStart } from './social.api';

const HERE = '/settings/social-connections';

interface ConnectionRowProps {
  connection: SocialConnection;
  pending: boolean;
  /** `onDone` is called before the row changes. */
  onUnlink: (onDone: () => void) => void;
}

/** One provider: linked, with the way out of it, or to be linked by a visit to it. */
export function ConnectionRow({ connection, pending, onUnlink }: ConnectionRowProps) {
  const { t } = useTranslation('settings');
  const reason = useId();
  const { user } = useSession();
  const [link, focusLink] = useFocusLater<HTMLAnchorElement>();
  const { id, name, linked, last_way_in } = connection;
  return (
    <li className={rows.row}>
      <IconLink size={18} stroke={1.7} aria-hidden className={rows.icon} />
      <div className={rows.what}>
        <p className={rows.name}>
          <b>{name}</b>
          {linked ? <span className={rows.tag}>{t('connections.linked')}</span> : null}
        </p>
        <p className={rows.facts}>{linked ? <Facts linked={linked} /> : t('connections.notLinked')}</p>
        {linked && last_way_in ? <LastWay id={reason} name={name} /> : null}
      </div>
      {linked === null ? (
        <Held status={user?.status}>
          <Button
            ref={link}
            component="a"
            variant="default"
            href={socialStart(id, 'link', HERE)}
            aria-label={t('connections.linkOf', { name })}
          >
            {t('connections.link')}
          </Button>
        </Held>
      ) : null}
      {linked && !last_way_in ? (
        <BusyButton
          variant="default"
          busy={pending}
          aria-label={t('connections.unlinkOf', { name })}
          onClick={() => onUnlink(focusLink)}
        >
          {t('connections.unlink')}
        </BusyButton>
      ) : null}
    </li>
  );
}

function Facts({ linked }: { linked: NonNullable<SocialConnection['linked']> }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { email, linked_at, last_used_at } = linked;
  return (
    <>
      {email ? `${email} · ` : null}
      {t('connections.since', { date: format.date(linked_at) })} ·{' '}
      {last_used_at
        ? t('connections.used', { when: format.relative(last_used_at) })
        : t('connections.unused')}
    </>
  );
}

/** Why there is no button, and what makes one. */
function LastWay({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const href = user?.standing?.has_password === false ? '/settings/set-password' : '/settings/password';
  return (
    <p id={id} className={rows.facts}>
      {t('connections.lastWay', { name })}{' '}
      <AppLink className="ez-link-inline" href={href}>
        {t('connections.setPassword')}
      </AppLink>
    </p>
  );
}

import type { OwnSession } from '@ezdash/contracts';
import {
  BusyButton,
  countryName,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceTv,
  useFormat,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import rows from '../../components/rows.module.css';

const ICONS = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
} as const;

/** "Firefox 145 on Windows", as far as it is known. */
export function useSessionName(): (session: OwnSession) => string {
  const { t } = useTranslation('settings');
  return ({ browser, system, device }) => {
    if (browser && system) return t('sessions.browserOn', { browser, system });
    return browser ?? system ?? t(`sessions.unknown.${device}`);
  };
}

interface SessionRowProps {
  session: OwnSession;
  pending: boolean;
  onEnd: () => void;
}

/** One place where the account is signed in; the one that asks is left by signing out. */
export function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation('settings');
  const format = useFormat();
  const name = useSessionName()(session);
  const Icon = ICONS[session.device];
  const place = session.country ? countryName(session.country, i18n.language) : t('sessions.noPlace');
  return (
    <li className={rows.row}>
      <Icon size={18} stroke={1.7} aria-hidden className={rows.icon} />
      <div className={rows.what}>
        <p className={rows.name}>
          <b>{name}</b>
          {session.current ? <span className={rows.tag}>{t('sessions.current')}</span> : null}
        </p>
        <p className={rows.facts}>
          {place} · {t('sessions.since', { date: format.dateTime(session.signed_in_at) })}
          {session.current ? null : ` · ${t('sessions.seen', { when: format.relative(session.seen_at) })}`}
        </p>
      </div>
      {session.current ? null : (
        <BusyButton
          variant="default"
          data-row-focus
          busy={pending}
          aria-label={t('sessions.endOf', { name })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </BusyButton>
      )}
    </li>
  );
}

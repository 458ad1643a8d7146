import type { User } from '@ezdash/contracts';
import { sessionApi, useLivePolling } from '@ezdash/store';
import { TopFigure, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { manifests } from '../../remotes';
import { today, useShellAdvertiserFundsQuery } from './shell.api';

/** The one figure of the frame may be this old while nothing is told live. */
const POLL_MS = 30_000;

const DAYS_OF_A_YEAR = 365;

/** How long the balance lasts, in words; none while too little was spent lately to tell. */
function useDaysLeft(days: number | null | undefined): string | undefined {
  const { t } = useTranslation('shell');
  if (days === undefined || days === null) return undefined;
  if (days > DAYS_OF_A_YEAR) return t('balance.overYear');
  return days < 1 ? t('balance.lessThanDay') : t('balance.daysLeft', { count: Math.floor(days) });
}

const FUNDS_PATH = '/advertiser/funds';

const EARNINGS_PATH = '/publisher/earnings';

/** Where the figure is explained and acted on; undefined while the remote's release has no such page. */
function builtPath(wanted: string): string | undefined {
  const pages = manifests().flatMap((manifest) => manifest.pages);
  return pages.find(({ path, built }) => path === wanted && built)?.path;
}

function AdvertiserBalance({ user }: { user: User }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { data } = useShellAdvertiserFundsQuery(today(), useLivePolling(POLL_MS));
  const known = data?.balance_micros === undefined ? null : data;
  const hint = useDaysLeft(known?.days_left);
  // Both of the session's figures have the bonus in them; one also a refund under way, the other a credit line.
  const micros = known
    ? known.balance_micros + known.bonus_micros
    : Math.min(user.balance.balance, user.balance.available_balance);
  return (
    <TopFigure
      label={t('balance.label')}
      value={format.money(micros)}
      hint={hint}
      href={builtPath(FUNDS_PATH)}
    />
  );
}

function PublisherPayable({ user }: { user: User }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  // Asks for the session again: its answer is where the figure comes from.
  sessionApi.useMeQuery(undefined, useLivePolling(POLL_MS));
  const { payable, pending } = user.balance;
  return (
    <TopFigure
      label={t('balance.payable')}
      value={format.money(payable)}
      hint={t('balance.pending', { amount: format.money(pending) })}
      href={builtPath(EARNINGS_PATH)}
    />
  );
}

/** What an account has: an advertiser's balance and how long it lasts, what a publisher can be paid. */
export function AccountFigure({ user }: { user: User }) {
  if (user.role === 'advertiser') return <AdvertiserBalance user={user} />;
  return user.role === 'publisher' ? <PublisherPayable user={user} /> : null;
}

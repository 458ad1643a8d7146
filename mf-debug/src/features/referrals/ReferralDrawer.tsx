import type { OperatorReferralDetail } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  AppLink,
  Button,
  CopyValue,
  Drawer,
  ErrorState,
  Notice,
  Status,
  TableSkeleton,
  useFormat,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import styles from '../money/money.module.css';
import { QueryFailed } from '../money/QueryFailed';
import { type AskedDecision, decisionFor } from './DecisionDialog';
import { Party } from './Party';
import { REFERRAL_LOOK } from './referralStates';
import { useDebugReferralQuery } from './referrals.api';

const NOT_FOUND = 404;

function ReferralFacts({ detail }: { detail: OperatorReferralDetail }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { referral, base_micros: base, terms } = detail;
  const money = (micros: number) => (
    <span className="ez-num">{format.money(micros, { currency: terms.currency })}</span>
  );
  return (
    <Facts
      rows={[
        [
          t('referrals.state'),
          <Status
            key="state"
            state={REFERRAL_LOOK[referral.state]}
            label={t(`referrals.stateOf.${referral.state}`)}
            plain
            reason={referral.reason ? t(`referrals.reasonOf.${referral.reason}`) : null}
          />,
        ],
        [t('referrals.referred'), <Party key="referred" party={referral.referred} />],
        [t('referrals.referrer'), <Party key="referrer" party={referral.referrer} />],
        [t('referrals.link'), <bdi key="link">{referral.label ?? t('referrals.firstLink')}</bdi>],
        [t('referrals.signedUpAt'), format.dateTime(referral.signed_up_at)],
        [
          t('referrals.activeSince'),
          referral.active_at
            ? format.dateTime(referral.active_at)
            : t('referrals.activeFrom', {
                base: format.money(base, { currency: terms.currency }),
                minimum: format.money(terms.minimum_micros, { currency: terms.currency }),
              }),
        ],
        [t('referrals.endsOn'), format.date(referral.ends_on)],
        [t('referrals.sum.held'), money(referral.held_micros)],
        [t('referrals.sum.released'), money(referral.released_micros)],
        [t('referrals.sum.returned'), money(referral.returned_micros)],
      ]}
    />
  );
}

/** Every rule against bringing oneself, and whether it was met. */
function Rules({ detail }: { detail: OperatorReferralDetail }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <section aria-label={t('referrals.rules')}>
      <h3>{t('referrals.rules')}</h3>
      <Facts
        rows={detail.rules.map(({ reason, met }) => [
          t(`referrals.reasonOf.${reason}`),
          <Status
            key={reason}
            state={met ? 'failed' : 'approved'}
            label={t(met ? 'referrals.met' : 'referrals.notMet')}
            plain
          />,
        ])}
      />
      <p className={styles.quiet}>{t('referrals.checkedAt', { at: format.dateTime(detail.checked_at) })}</p>
    </section>
  );
}

function Decisions({ decisions }: Pick<OperatorReferralDetail, 'decisions'>) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <section aria-label={t('referrals.decisions')}>
      <h3>{t('referrals.decisions')}</h3>
      {decisions.length === 0 ? (
        <p className={styles.quiet}>{t('referrals.noDecisions')}</p>
      ) : (
        <ol className={styles.course}>
          {decisions.map(({ state, reason, note, by, decided_at: at }) => (
            <li key={`${at} ${state} ${by}`}>
              <b>{t(`referrals.stateOf.${state}`)}</b>
              {reason ? ` · ${t(`referrals.reasonOf.${reason}`)}` : null}
              {note ? (
                <small>
                  <bdi>{note}</bdi>
                </small>
              ) : null}
              <small>
                {format.dateTime(at)} · <bdi>{by ?? t('referrals.byRule')}</bdi>
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Detail({ id, onAsk }: { id: string; onAsk: (asked: AskedDecision) => void }) {
  const { t } = useTranslation('debug');
  const { currentData, error, isFetching, refetch } = useDebugReferralQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  if (currentData) {
    const { referral, decisions } = currentData;
    const decision = decisionFor(referral.state);
    const isGone = referral.referrer === null || referral.referred === null;
    return (
      <div className={styles.detail}>
        <ReferralFacts detail={currentData} />
        {isGone ? (
          <Notice tone="info">{t('referrals.gone')}</Notice>
        ) : (
          <div className="ez-actions">
            <Button
              variant="default"
              onClick={() => onAsk({ id, name: referral.referred?.email ?? id, decision })}
            >
              {t(`referrals.verb.${decision}`)}
            </Button>
          </div>
        )}
        <Rules detail={currentData} />
        <Decisions decisions={decisions} />
        <section className="ez-transfer" aria-label={t('referrals.ids')}>
          <h3>{t('referrals.ids')}</h3>
          <dl>
            <CopyValue label={t('referrals.id')} value={referral.id}>
              <span className="ez-mono">{referral.id}</span>
            </CopyValue>
            <CopyValue label={t('referrals.code')} value={referral.code}>
              <span className="ez-mono">{referral.code}</span>
            </CopyValue>
          </dl>
        </section>
      </div>
    );
  }
  if (!error) return <TableSkeleton rows={8} columns={2} />;
  if (toApiError(error)?.status === NOT_FOUND)
    return (
      <ErrorState
        title={t('referrals.missing')}
        action={<AppLink href="/admin/referrals">{t('referrals.toAll')}</AppLink>}
      />
    );
  return (
    <QueryFailed
      title={t('referrals.oneFailed')}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

interface ReferralDrawerProps {
  id: string | null;
  onAsk: (asked: AskedDecision) => void;
  onClose: () => void;
}

/** One referral: who brought whom, what it earned, what speaks against it, and what was decided. */
export function ReferralDrawer({ id, onAsk, onClose }: ReferralDrawerProps) {
  const { t } = useTranslation('debug');
  if (id === null) return null;
  return (
    <Drawer opened onClose={onClose} title={t('referrals.one')}>
      <Detail key={id} id={id} onAsk={onAsk} />
    </Drawer>
  );
}

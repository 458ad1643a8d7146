import type { AdReviewAd } from '@ezdash/contracts';
import { BusyButton, Status } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './adReview.module.css';
import { type AdScope, blockedOn, countOf, reasonsOf } from './adScope';
import { useAdWords } from './adWords';
import type { Blocked, Blocking, Where } from './useBlocking';
import { WhereChoice } from './WhereChoice';

interface AdActsProps {
  ad: AdReviewAd;
  scope: AdScope;
  blocking: Blocking;
}

/** What of the ad is blocked where, each with the way there or back. */
export function AdActs({ ad, scope, blocking }: AdActsProps) {
  const { t } = useTranslation('publisher');
  const words = useAdWords();
  const isOne = scope.of === 'one';
  const [whereId, setWhereId] = useState<string | null>(isOne ? (scope.places[0]?.id ?? null) : null);
  const [busy, setBusy] = useState<string | null>(null);
  const named = scope.places.find(({ id }) => id === whereId);
  // What is known of a list of one property is known of that property alone.
  const places = named && !isOne ? [named] : scope.places;
  const where: Where = named ? (isOne ? { id: named.id } : named) : null;
  const reasons = reasonsOf(blockedOn(ad, places));
  const run = async (what: Blocked, isBlocked: boolean) => {
    setBusy(`${what.kind} ${what.value}`);
    await blocking[isBlocked ? 'unblock' : 'block'](what, where);
    setBusy(null);
  };
  const parents = reasons.flatMap(({ kind, value }): Blocked[] =>
    kind === 'domain' && value !== null && value !== ad.domain ? [{ kind, value, name: value }] : [],
  );
  return (
    <>
      <WhereChoice scope={scope} value={whereId} onChange={setWhereId} fullWidth />
      <ul className={styles.acts}>
        {[...words.blockable(ad), ...parents].map((what) => {
          const key = `${what.kind} ${what.value}`;
          const count = countOf(ad, places, what);
          const isBlocked = count > 0 && count === places.length;
          return (
            <li key={key}>
              <span>
                <b>{t(`adReview.kind.${what.kind}`)}</b>
                <small>
                  <bdi>{what.name}</bdi>
                </small>
              </span>
              {count > 0 ? (
                <Status state="cancelled" label={words.blockedState(count, places.length)} plain />
              ) : null}
              <BusyButton
                variant="default"
                busy={busy === key}
                aria-label={t(isBlocked ? 'adReview.allowNamed' : 'adReview.blockNamed', { name: what.name })}
                onClick={() => void run(what, isBlocked)}
              >
                {t(isBlocked ? 'adReview.allow' : 'adReview.block')}
              </BusyButton>
            </li>
          );
        })}
      </ul>
      {reasons.some(({ kind, value }) => kind === 'category' && value === null) ? (
        <p className="ez-dim">
          {t(places.length === 1 ? 'adReview.noCategoryBlocked' : 'adReview.noCategoryBlockedSome')}
        </p>
      ) : null}
    </>
  );
}

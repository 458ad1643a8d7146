import { Button, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failureText';
import { methodName } from './methodName';
import type { SetupOutcome } from './useSetupReturn';

/** Refusals that have words of their own: `payment.outcome.<code>`. */
const WORDED = new Set([
  'SETUP_OPEN',
  'SETUP_CANCELLED',
  'SETUP_EXPIRED',
  'METHOD_DECLINED',
  'TOO_MANY_METHODS',
  'GATEWAY_FAILED',
  'NOT_FOUND',
]);
/** What the person wanted so: no bad news. */
const CALM = new Set(['SETUP_CANCELLED', 'SETUP_OPEN']);

/** What came of the visit to the gateway. */
export function SetupNotice({ outcome }: { outcome: SetupOutcome }) {
  const { t } = useTranslation('settings');
  if (outcome.state === 'none') return null;
  if (outcome.state === 'taking')
    return (
      <div role="status">
        <Notice tone="info">{t('payment.taking')}</Notice>
      </div>
    );
  if (outcome.state === 'taken')
    return (
      <div role="status">
        <Notice tone="ok" title={t('payment.taken', { name: methodName(outcome.method, t) })}>
          {t(outcome.method.is_default ? 'payment.takenDefault' : 'payment.takenOther')}
        </Notice>
      </div>
    );
  const { error, again } = outcome;
  const { code } = error;
  return (
    <Notice
      tone={CALM.has(code) ? 'info' : 'bad'}
      title={t(code === 'SETUP_CANCELLED' ? 'payment.cancelled' : 'payment.notAdded')}
      action={
        again ? (
          <Button variant="default" onClick={again}>
            {t('payment.lookAgain')}
          </Button>
        ) : undefined
      }
    >
      {WORDED.has(code) ? t(`payment.outcome.${code}`) : failureText(error, t)}
    </Notice>
  );
}

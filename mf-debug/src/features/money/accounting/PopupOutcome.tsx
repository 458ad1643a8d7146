import { Button, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { XeroPopup } from './useXeroPopup';

/** What the sign-in's window came to. */
export function PopupOutcome({ popup: { outcome, isOpen } }: { popup: XeroPopup }) {
  const { t } = useTranslation('debug');
  if (!outcome) return isOpen ? <Notice tone="info">{t('money.xero.windowOpen')}</Notice> : null;
  if (outcome.kind === 'success') return <Notice tone="ok" title={t('money.xero.success')} />;
  if (outcome.kind === 'too-late')
    return (
      <Notice tone="warn" title={t('money.xero.tooLate')}>
        {t('money.xero.tooLateText')}
      </Notice>
    );
  if (outcome.kind === 'blocked')
    return (
      <Notice
        tone="warn"
        title={t('money.xero.blocked')}
        action={
          <Button variant="default" onClick={outcome.open}>
            {t('money.xero.openWindow')}
          </Button>
        }
      >
        {t('money.xero.blockedText')}
      </Notice>
    );
  return <Notice tone="bad" title={outcome.error || t('money.xero.oauthFailed')} />;
}

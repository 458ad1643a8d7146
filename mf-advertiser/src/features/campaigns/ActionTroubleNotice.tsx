import { Button, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import type { ActionTrouble } from './useCampaignActions';

interface ActionTroubleNoticeProps {
  trouble: ActionTrouble | null;
  onDismiss: () => void;
}

/** What an action left undone, and why, until it is dismissed. */
export function ActionTroubleNotice({ trouble, onDismiss }: ActionTroubleNoticeProps) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  if (!trouble) return null;
  const title = trouble.error
    ? t('action.failedTitle')
    : t('campaigns.refusedTitle', { count: trouble.refused.length });
  const text = trouble.error
    ? failureText(trouble.error)
    : trouble.refused.map(({ name, message }) => `“${name}”: ${message}`).join(' · ');
  return (
    <Notice
      tone="bad"
      title={title}
      action={
        <Button variant="subtle" onClick={onDismiss}>
          {t('campaigns.dismiss')}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

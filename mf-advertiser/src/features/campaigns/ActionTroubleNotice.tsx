import { Button, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './campaigns.module.css';
import type { ActionTrouble } from './useCampaignActions';

interface ActionTroubleNoticeProps {
  trouble: ActionTrouble | null;
  onDismiss: () => void;
}

/** More are counted: a wall of lines says less. */
const MOST_LINES = 10;

/** What an action left undone, row by row with the reason, until it is dismissed. */
export function ActionTroubleNotice({ trouble, onDismiss }: ActionTroubleNoticeProps) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  if (!trouble) return null;
  const { error, refused } = trouble;
  const more = refused.length - MOST_LINES;
  const list = (
    <ul className={classes.refusals}>
      {refused.slice(0, MOST_LINES).map(({ id, name, message }) => (
        <li key={id}>
          “<bdi>{name}</bdi>”: {message}
        </li>
      ))}
      {more > 0 ? <li>{t('campaignList.moreRefused', { count: more })}</li> : null}
    </ul>
  );
  return (
    <Notice
      tone="bad"
      title={error ? t('action.failedTitle') : t('campaigns.refusedTitle', { count: refused.length })}
      details={refused.length > 0 ? list : undefined}
      action={
        <Button variant="subtle" onClick={onDismiss}>
          {t('campaigns.dismiss')}
        </Button>
      }
    >
      {error ? failureText(error) : null}
    </Notice>
  );
}

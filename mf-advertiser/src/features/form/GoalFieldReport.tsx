import type { ConversionGoal } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { Button, CodeBlock } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { useErrorText } from '../../components/useErrorText';
import classes from './GoalField.module.css';
import { useLazyAdvertiserGoalKeyQuery } from './goals.api';

/** How a goal is reported: its address, with its key once that is asked for. */
export function GoalFieldReport({
  goal: { id, name, postback_url, requires_key },
}: {
  goal: ConversionGoal;
}) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const [ask, { data, error, isFetching }] = useLazyAdvertiserGoalKeyQuery();
  const failure = toApiError(error);
  // A function: a key is no pattern.
  const code = data ? postback_url.replace('{key}', () => encodeURIComponent(data.key)) : postback_url;
  return (
    <div className={classes.new}>
      <CodeBlock label={t('goals.report', { name })} language="HTTP" code={code} />
      {data ? <p className={classes.quiet}>{t('goals.keyShown')}</p> : null}
      {requires_key && !data ? (
        <div>
          <Button variant="default" loading={isFetching} onClick={() => void ask(id)}>
            {t('goals.showKey', { name })}
          </Button>
        </div>
      ) : null}
      {failure ? <FieldError>{errorText(failure)}</FieldError> : null}
    </div>
  );
}

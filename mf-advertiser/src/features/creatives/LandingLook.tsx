import { checkLandingMacros, fillExample, findMacros } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './creatives.module.css';
import { useLandingLookMutation } from './landing.api';
import { useLandingText } from './useLandingText';

const isAddress = (url: string) => /^https?:\/\/./i.test(url) && URL.canParse(url);

/** The address as a click would fill it in, and whether its page answers. */
export function LandingLook({ url }: { url: string }) {
  const { t } = useTranslation('advertiser');
  const textOf = useLandingText();
  const failureText = useFailureText();
  const [look, { data, error, isLoading }] = useLandingLookMutation();
  const address = url.trim();
  if (!isAddress(address) || checkLandingMacros(address)) return null;
  const found = data?.url === address ? textOf(data) : null;
  const failure = error && !isLoading ? toApiError(error) : null;
  return (
    <div className={classes.look}>
      {findMacros(address).length > 0 ? (
        <p className={classes.hint}>
          {t('landing.example')}{' '}
          <code dir="ltr" className={classes.address}>
            {fillExample(address)}
          </code>
        </p>
      ) : null}
      <Button variant="default" loading={isLoading} onClick={() => void look(address)}>
        {t('landing.check')}
      </Button>
      <div role="status">
        {found && !isLoading ? <Notice tone={found.tone}>{found.text}</Notice> : null}
        {failure ? (
          <Notice tone="bad" title={t('landing.failed')}>
            {failureText(failure)}
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

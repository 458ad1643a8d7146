import { checkLandingMacros, fillExample, findMacros, readWebAddress } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, Notice } from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './creatives.module.css';
import { useLandingLookMutation } from './landing.api';
import { useLandingText } from './useLandingText';

/** The address as it would be saved; empty while a look at it makes no sense. */
function addressOf(text: string): string {
  const read = readWebAddress(text);
  return 'url' in read && !checkLandingMacros(read.url) ? read.url : '';
}

/** The address as a click would fill it in, and whether its page answers. */
export function LandingLook({ url }: { url: string }) {
  const { t } = useTranslation('advertiser');
  const textOf = useLandingText();
  const failureText = useFailureText();
  const [look, { data, error, isLoading }] = useLandingLookMutation();
  const address = addressOf(url);
  if (address === '') return null;
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

/** Looks at the page unasked before a campaign is sent, and speaks when people would not get to it. */
export function LandingWarning({ url }: { url: string }) {
  const { t } = useTranslation('advertiser');
  const textOf = useLandingText();
  const [look, { data }] = useLandingLookMutation();
  const address = addressOf(url);
  useEffect(() => {
    if (address !== '') void look(address);
  }, [address, look]);
  const found = data?.url === address ? textOf(data) : null;
  return (
    <div role="status">
      {found && found.tone !== 'ok' ? (
        <Notice tone="warn" title={t('landing.warning')}>
          {found.text} {t('landing.warningNote')}
        </Notice>
      ) : null}
    </div>
  );
}

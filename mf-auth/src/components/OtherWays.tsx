import type { SocialIntent } from '@ezdash/contracts';
import { useConfig } from '@ezdash/store';
import { Button, IconKey, Notice } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '../features/passkeys/usePasskey';
import { socialStart, socialTrouble } from '../features/social/social';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';

/** "or", and the ways that need no password of ours. Nothing when there are none. */
export function OtherWays({ children }: { children: readonly ReactNode[] }) {
  const { t } = useTranslation('auth');
  if (!children.some(Boolean)) return null;
  return (
    <div className={classes.otherWays}>
      <p className={classes.or}>
        <span>{t('other.or')}</span>
      </p>
      {children}
    </div>
  );
}

export function PasskeyButton({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('auth');
  return (
    <Button
      variant="default"
      fullWidth
      loading={passkey.pending}
      leftSection={<IconKey size={17} stroke={1.7} aria-hidden />}
      onClick={() => void passkey.ask()}
    >
      {t('passkey.use')}
    </Button>
  );
}

/** What came of the passkey, above the form. */
export function PasskeyTrouble({ passkey, failed }: { passkey: Passkey; failed: string }) {
  const { t } = useTranslation('auth');
  const { failure } = passkey;
  if (failure === null) return null;
  if (failure === 'notUsed')
    return (
      <Notice tone="warn" title={t('passkey.notUsed')}>
        {t('passkey.notUsedText')}
      </Notice>
    );
  return <FormFailure failure={failure} failed={failed} />;
}

interface SocialLinksProps {
  intent: SocialIntent;
  next: string | null;
  /** Those of the set-up unless said otherwise. */
  providers?: readonly { id: string; name: string }[];
}

/** The accounts elsewhere that open this one. The server leads there and back: no page of this app in between. */
export function SocialLinks({ intent, next, providers }: SocialLinksProps) {
  const { t } = useTranslation('auth');
  const { social_providers = [] } = useConfig();
  return (providers ?? social_providers).map(({ id, name }) => (
    <Button key={id} component="a" variant="default" fullWidth href={socialStart(id, intent, next)}>
      {t('social.continue', { name })}
    </Button>
  ));
}

/** What came of the visit to a provider, as the address tells. */
export function SocialTrouble({ outcome }: { outcome: string | null }) {
  const { t } = useTranslation('auth');
  const trouble = socialTrouble(outcome);
  if (trouble === null) return null;
  return (
    <Notice tone={trouble === 'cancelled' ? 'warn' : 'bad'} title={t(`social.${trouble}`)}>
      {t(`social.${trouble}Text`)}
    </Notice>
  );
}

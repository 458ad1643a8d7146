import type { ReferralLink } from '@ezdash/contracts';
import { Anchor, Button, IconCheck, IconCopy, IconMail, Panel, useAppName, useCopy } from '@ezdash/ui';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './referrals.module.css';
import type { ReferrerRole } from './types';

interface CopyTextProps {
  /** What it is: "Your link". */
  label: string;
  value: string;
  /** On the button. */
  verb: string;
  isPrimary?: boolean;
  isAddress?: boolean;
  /** Beside the button. */
  children?: ReactNode;
}

/** A text that is there to be copied; the button itself says that it worked. */
function CopyText({ label, value, verb, isPrimary, isAddress, children }: CopyTextProps) {
  const { t } = useTranslation('ui');
  const text = useRef<HTMLParagraphElement>(null);
  const { state, said, copy } = useCopy(label);
  return (
    <div className={styles.copyText}>
      <h3>{label}</h3>
      <p
        ref={text}
        className={styles.copied}
        dir={isAddress ? 'ltr' : 'auto'}
        data-address={isAddress || undefined}
      >
        {value}
      </p>
      <div className={styles.copyFoot}>
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          onClick={() => void copy(value, text.current)}
          leftSection={
            state === 'copied' ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconCopy size={16} stroke={1.7} aria-hidden />
            )
          }
        >
          {state === 'idle' ? verb : t(`copy.${state}`)}
        </Button>
        {children}
        <span className="ez-sr" role="status">
          {said}
        </span>
      </div>
    </div>
  );
}

interface LinkPanelProps {
  link: ReferralLink;
  referrer: ReferrerRole;
}

/** The account's own link, and words to send it with. */
export function LinkPanel({ link, referrer }: LinkPanelProps) {
  const { t } = useTranslation('ui');
  const app = useAppName();
  const words = t(`referrals.share.${referrer}`, { app, url: link.url });
  const subject = encodeURIComponent(t('referrals.share.subject', { app }));
  return (
    <Panel title={t('referrals.link.yours')}>
      <div className={styles.stack}>
        <CopyText
          label={t('referrals.link.address')}
          value={link.url}
          verb={t('referrals.link.copy')}
          isPrimary
          isAddress
        />
        <CopyText label={t('referrals.share.title')} value={words} verb={t('referrals.share.copy')}>
          <Anchor
            className={styles.mail}
            href={`mailto:?subject=${subject}&body=${encodeURIComponent(words)}`}
          >
            <IconMail size={16} stroke={1.7} aria-hidden /> {t('referrals.share.mail')}
          </Anchor>
        </CopyText>
      </div>
    </Panel>
  );
}

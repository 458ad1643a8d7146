import type { PropertyDetail } from '@ezdash/contracts';
import { Button } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../components/FormFailure';
import { usePublisherOpenTagDebuggerMutation } from '../properties/properties.api';
import styles from './tag.module.css';

/** Opens the publisher's own page with the debugger over it; its address is good for half an hour. */
export function TagDebugger({ property }: Pick<PropertyDetail, 'property'>) {
  const { t } = useTranslation('publisher');
  const [open, { isLoading, reset }] = usePublisherOpenTagDebuggerMutation();
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const onOpen = async () => {
    setFailure(null);
    try {
      const made = await open(property.id).unwrap();
      setUrl(made.url);
      window.open(made.url, '_blank', 'noopener');
    } catch (error) {
      setFailure(error);
    } finally {
      // The store keeps answers: this one holds a token.
      reset();
    }
  };
  return (
    <section className={styles.stack} aria-label={t('tagDebugger.title')}>
      <div>
        <h3 className={styles.heading}>{t('tagDebugger.title')}</h3>
        <p className={styles.small}>{t('tagDebugger.text', { domain: property.domain })}</p>
      </div>
      {failure ? <FormFailure title={t('tagDebugger.failed')} failure={failure} /> : null}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => void onOpen()} loading={isLoading}>
          {t('tagDebugger.open')}
        </Button>
      </div>
      {url === null ? null : (
        <p className={styles.small}>
          {t('tagDebugger.opened')}{' '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('tagDebugger.again')}
          </a>
        </p>
      )}
    </section>
  );
}

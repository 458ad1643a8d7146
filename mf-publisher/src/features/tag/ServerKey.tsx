import type { PropertyDetail } from '@ezdash/contracts';
import { Button, CodeBlock, confirm, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../components/FormFailure';
import {
  usePublisherRemoveServerKeyMutation,
  usePublisherReplaceServerKeyMutation,
} from '../properties/properties.api';
import styles from './tag.module.css';
import { KEY_VARIABLE, serverCall } from './tagText';

interface ServerKeyProps {
  detail: PropertyDetail;
  zoneId: string;
}

/** The key by which the publisher's own servers name their visitors, and the call that shows it. */
export function ServerKey({ detail: { property, tag_url, has_server_key: hasKey }, zoneId }: ServerKeyProps) {
  const { t } = useTranslation('publisher');
  const [replace, { isLoading: isReplacing, reset }] = usePublisherReplaceServerKeyMutation();
  const [remove, { isLoading: isRemoving }] = usePublisherRemoveServerKeyMutation();
  const [made, setMade] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const run = async (change: () => Promise<string | null>) => {
    setFailure(null);
    try {
      setMade(await change());
    } catch (error) {
      setFailure(error);
    } finally {
      // The store keeps answers: this one holds the key itself.
      reset();
    }
  };
  const sure = (what: 'replace' | 'remove') =>
    confirm({
      title: t(`serverKey.${what}Title`, { name: property.name }),
      text: t(`serverKey.${what}Text`),
      verb: t(`serverKey.${what}`),
      danger: true,
    });
  const onReplace = async () => {
    if (!hasKey || (await sure('replace')))
      await run(async () => (await replace(property.id).unwrap()).server_key);
  };
  const onRemove = async () => {
    if (await sure('remove'))
      await run(async () => {
        await remove(property.id).unwrap();
        return null;
      });
  };
  const isBusy = isReplacing || isRemoving;
  return (
    <section className={styles.stack} aria-label={t('serverKey.title')}>
      <div>
        <h3 className={styles.heading}>{t('serverKey.title')}</h3>
        <p className={styles.small}>{t('serverKey.howTo')}</p>
      </div>
      {made === null ? null : (
        <>
          <Notice tone="warn" title={t('serverKey.once')}>
            {t('serverKey.onceHint')}
          </Notice>
          <CodeBlock code={made} label={t('serverKey.key')} language={property.domain} />
        </>
      )}
      <CodeBlock
        code={serverCall(zoneId, tag_url, made ?? KEY_VARIABLE)}
        label={t('serverKey.call')}
        language="Shell"
      />
      {failure ? <FormFailure title={t('serverKey.failed')} failure={failure} /> : null}
      <div className={styles.actions}>
        <Button variant="default" onClick={onReplace} loading={isReplacing} disabled={isBusy}>
          {t(hasKey ? 'serverKey.replace' : 'serverKey.make')}
        </Button>
        {hasKey ? (
          <Button variant="default" onClick={onRemove} loading={isRemoving} disabled={isBusy}>
            {t('serverKey.remove')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

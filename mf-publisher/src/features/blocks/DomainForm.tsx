import { blockDomainOf } from '@ezdash/contracts/constants';
import { BusyButton, SegmentedControl, TextInput } from '@ezdash/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blocking } from '../adReview/useBlocking';
import styles from './blocks.module.css';

interface DomainFormProps {
  propertyId: string;
  blocking: Blocking;
}

/** A domain and all below it, here or on all properties. */
export function DomainForm({ propertyId, blocking }: DomainFormProps) {
  const { t } = useTranslation('publisher');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [everywhere, setEverywhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const domain = blockDomainOf(text);
    setWrong(domain === null);
    if (domain === null || busy) return;
    setBusy(true);
    const what = { kind: 'domain', value: domain, name: domain } as const;
    if (await blocking.block(what, everywhere ? null : [propertyId])) setText('');
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={styles.domain}
        label={t('blocks.domain')}
        description={t('blocks.domainHint')}
        placeholder="shop.example"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
        error={isWrong ? t('blocks.domainWrong') : undefined}
      />
      <SegmentedControl
        aria-label={t('adReview.where')}
        value={everywhere ? 'all' : 'here'}
        onChange={(value) => setEverywhere(value === 'all')}
        data={[
          { value: 'here', label: t('adReview.here') },
          { value: 'all', label: t('adReview.all') },
        ]}
      />
      <BusyButton type="submit" variant="default" busy={busy}>
        {t('blocks.blockDomain')}
      </BusyButton>
    </form>
  );
}

import { blockDomainOf } from '@ezdash/contracts/constants';
import { BusyButton, TextInput } from '@ezdash/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blocking, Where } from '../adReview/useBlocking';
import styles from './blocks.module.css';

interface DomainFormProps {
  where: Where;
  blocking: Blocking;
}

/** A domain and all below it. */
export function DomainForm({ where, blocking }: DomainFormProps) {
  const { t } = useTranslation('publisher');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const domain = blockDomainOf(text);
    setWrong(domain === null);
    if (domain === null || busy) return;
    setBusy(true);
    if (await blocking.block({ kind: 'domain', value: domain, name: domain }, where)) setText('');
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
      <BusyButton type="submit" variant="default" busy={busy}>
        {t('blocks.blockDomain')}
      </BusyButton>
    </form>
  );
}

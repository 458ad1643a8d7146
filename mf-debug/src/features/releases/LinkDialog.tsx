import type { OverrideLink } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { CodeBlock, useForm, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../console/console.module.css';
import { FormDialog } from '../console/FormDialog';
import { MadeDialog } from '../console/MadeDialog';
import { Refusal } from './ChangeDialog';
import { useDebugReleaseLinkMutation } from './releases.api';
import styles from './releases.module.css';

/** How long a link is good for, in minutes. */
const DURATIONS = ['15', '60', '240', '1440'] as const;
const FIRST = '60';

interface LinkDialogProps {
  remote: string;
  version: string;
  onClose: () => void;
}

function LinkMade({ link, version, onClose }: { link: OverrideLink; version: string; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const until = { until: format.dateTime(link.ends_at), zone: format.timezone };
  return (
    <MadeDialog
      title={t('releases.link.madeTitle', { version })}
      verb={t('releases.link.kept')}
      onClose={onClose}
    >
      <CodeBlock code={link.url} label={t('releases.link.link')} language="URL" />
      <p className={forms.quietText}>{t('releases.link.opens', { version, ...until })}</p>
      <p className={forms.quietText}>{t('releases.link.way')}</p>
    </MadeDialog>
  );
}

/** An address that offers a release to one browser, whatever others get. */
export function LinkDialog({ remote, version, onClose }: LinkDialogProps) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [make] = useDebugReleaseLinkMutation();
  const [link, setLink] = useState<OverrideLink | null>(null);
  const form = useForm<{ minutes: string }>({
    initial: { minutes: FIRST },
    onSubmit: async ({ minutes }) => {
      setLink(await run(() => make({ remote, version, minutes: Number(minutes) }).unwrap()));
    },
  });
  if (link) return <LinkMade link={link} version={version} onClose={onClose} />;
  const { minutes } = form.values;
  return (
    <FormDialog
      title={t('releases.link.ask', { version, remote })}
      verb={t(form.pending ? 'releases.gateWorks' : 'releases.link.verb')}
      form={form}
      onClose={onClose}
    >
      <Select
        {...form.field('minutes')}
        data-autofocus
        label={t('releases.link.duration')}
        data={DURATIONS.map((value) => ({ value, label: t(`releases.link.minutes.${value}`) }))}
        allowDeselect={false}
        onChange={(next) => form.set({ minutes: next ?? minutes })}
      />
      <div className={styles.says}>
        <p>{t('releases.link.says', { version })}</p>
        <p>{t('releases.link.saysOthers')}</p>
      </div>
      <Refusal title={t('releases.link.notMade')} form={form} />
    </FormDialog>
  );
}

import type { ReferralLink } from '@ezdash/contracts';
import { REFERRAL_LINKS } from '@ezdash/contracts/constants';
import { anyDirection, BusyButton, Button, Dialog, Notice, TextInput, useForm } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from './LoadFailed';
import styles from './referrals.module.css';
import type { ReferralsApi } from './types';

const TAKEN = 'REFERRAL_LABEL_TAKEN';

/** What another link has already is said at the field, as what is wrong with any name. */
function atField(api: ReferralsApi, error: unknown): unknown {
  const failure = api.failureOf(error);
  return failure?.code === TAKEN ? { ...failure, errors: { label: [failure.message] } } : error;
}

interface LinkDialogProps {
  api: ReferralsApi;
  /** The one that is renamed; null: a new one. */
  link: ReferralLink | null;
  onClose: () => void;
}

/** The name of a sub-link: where it is going to stand. */
export function LinkDialog({ api, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const textOf = useFailureText();
  const [add] = api.useAddLink();
  const [rename] = api.useRenameLink();
  const form = useForm({
    initial: { label: link?.label ?? '' },
    check: ({ label }) => ({ label: label.trim() === '' ? t('referrals.link.nameMissing') : undefined }),
    onSubmit: async ({ label }) => {
      const input = { label: label.trim() };
      try {
        await (link ? rename({ id: link.id, ...input }) : add(input)).unwrap();
      } catch (error) {
        throw atField(api, error);
      }
      onClose();
    },
  });
  const failure = api.failureOf(form.failure);
  const verb = t(link ? 'referrals.link.rename' : 'referrals.link.make');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(link ? 'referrals.link.renameTitle' : 'referrals.link.new')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending}>
            {verb}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <TextInput
          {...form.field('label')}
          ref={anyDirection}
          data-autofocus
          label={t('referrals.link.name')}
          description={t('referrals.link.nameHint')}
          maxLength={REFERRAL_LINKS.longestLabel}
          autoComplete="off"
        />
        {failure ? (
          <Notice tone="bad" title={t(link ? 'referrals.link.notRenamed' : 'referrals.link.notMade')}>
            {textOf(failure)}
          </Notice>
        ) : null}
      </form>
    </Dialog>
  );
}

import { toApiError } from '@ezdash/store';
import { Button, type Form, Notice } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './creatives.module.css';

interface WordsFrameProps<Values> {
  form: Form<Values>;
  /** The ad as people see it, with what is typed. */
  preview: ReactNode;
  children: ReactNode;
}

/** The form of a creative made of words, below how it looks. */
export function WordsFrame<Values>({ form, preview, children }: WordsFrameProps<Values>) {
  const { t } = useTranslation('advertiser');
  return (
    <form {...form.props} className={classes.wordsForm}>
      <section className={classes.wordsPreview} aria-label={t('words.preview')}>
        {preview}
      </section>
      {children}
    </form>
  );
}

interface WordsFootProps<Values> {
  form: Form<Values>;
  onCancel: () => void;
}

export function WordsFoot<Values>({ form, onCancel }: WordsFootProps<Values>) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const failure = form.failure ? toApiError(form.failure) : null;
  const texts = [...form.otherErrors, ...(failure ? [failureText(failure)] : [])];
  const said = texts.filter(Boolean).join(' ');
  return (
    <>
      {said ? (
        <Notice tone="bad" title={t('words.failed')}>
          {said}
        </Notice>
      ) : null}
      <div className="ez-actions ez-actions-end">
        <Button variant="default" onClick={onCancel}>
          {t('words.cancel')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {t('words.add')}
        </Button>
      </div>
    </>
  );
}

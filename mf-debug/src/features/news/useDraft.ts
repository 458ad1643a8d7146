import type { OperatorNewsArticle } from '@ezdash/contracts';
import { type Form, useForm } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ArticleValues, NEW_ARTICLE, problemsOf, valuesOf } from './articleValues';
import { forgetUnsaved, unsavedOf, useUnsaved } from './unsaved';

export interface Draft {
  form: Form<ArticleValues>;
  /** The version that the form's words are a change of; 0 before there is any. */
  version: number;
  /** There is a newer version by somebody else, while there are words that are not saved. */
  isOvertaken: boolean;
  /** Words of an earlier visit are in the form. */
  isRestored: boolean;
  /** Goes on from what is saved now. */
  adopt: (saved: OperatorNewsArticle) => void;
  /** Keeps the words, as a change of that version. */
  rebase: (version: number) => void;
  discard: () => void;
}

const NEW = 'new';
const startOf = (article: OperatorNewsArticle | null) => (article ? valuesOf(article) : NEW_ARTICLE);

/** The words of an article while they are written, and what they are a change of. */
export function useDraft(
  article: OperatorNewsArticle | null,
  onSubmit: (values: ArticleValues) => Promise<void>,
): Draft {
  const { t } = useTranslation('debug');
  const key = article?.id ?? NEW;
  const [restored, setRestored] = useState(() => unsavedOf(key));
  const [version, setVersion] = useState(restored?.version ?? article?.version ?? 0);
  const form = useForm<ArticleValues>({
    initial: startOf(article),
    check: (values) =>
      Object.fromEntries(
        Object.entries(problemsOf(values)).map(([name, problem]) => [name, t(`news.problem.${problem}`)]),
      ),
    onSubmit,
  });
  const { reset, set, dirty } = form;
  useUnsaved(key, dirty, form.values, version);

  // The words of an earlier visit come over what is saved, so that the form knows that they are not.
  useEffect(() => {
    if (restored) set(restored.values);
  }, [restored, set]);

  const isNewer = article !== null && version > 0 && article.version > version;
  useEffect(() => {
    // Whoever has written nothing simply sees the newer version.
    if (!isNewer || dirty) return;
    reset(valuesOf(article));
    setVersion(article.version);
  }, [isNewer, dirty, article, reset]);

  function startFrom(start: OperatorNewsArticle | null): void {
    reset(startOf(start));
    setVersion(start?.version ?? 0);
    setRestored(undefined);
    forgetUnsaved(key);
  }
  return {
    form,
    version,
    isOvertaken: isNewer && dirty,
    isRestored: restored !== undefined && dirty,
    adopt: startFrom,
    rebase: setVersion,
    discard: () => startFrom(article),
  };
}

import type { OperatorNewsArticle } from '@ezdash/contracts';
import { type Form, toast } from '@ezdash/ui';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type ArticleValues, inputOf } from './articleValues';
import { isOutdated, useDebugCreateNewsMutation, useDebugUpdateNewsMutation } from './news.api';
import { useDecisions } from './useDecisions';
import { useDraft } from './useDraft';

export interface Editor {
  form: Form<ArticleValues>;
  /** A newer version by somebody else, while there are words that are not saved. */
  newer: OperatorNewsArticle | null;
  isRestored: boolean;
  isBusy: boolean;
  /** Why the article was not published, withdrawn or deleted. */
  failure: unknown;
  /** Of the form. */
  save: (event: FormEvent) => void;
  publish: () => void;
  withdraw: () => void;
  remove: () => void;
  /** Goes on from somebody else's version: with one's own words, or with theirs. */
  keepMine: () => void;
  takeTheirs: () => void;
  /** Back to what is saved. */
  discard: () => void;
}

/**
 * What is done to an article by one who has it open. `known` is its newest version, null for a new one; `isGone`:
 * somebody deleted it meanwhile, and what is saved now becomes a new draft.
 */
export function useEditor(known: OperatorNewsArticle | null, isGone: boolean): Editor {
  const { t } = useTranslation('debug');
  const navigate = useNavigate();
  const article = isGone ? null : known;
  const [create] = useDebugCreateNewsMutation();
  const [update] = useDebugUpdateNewsMutation();
  const intent = useRef<'save' | 'publish'>('save');
  const draft = useDraft(known, save);
  const decisions = useDecisions(draft);
  const { form, version, adopt, discard } = draft;

  async function save(values: ArticleValues): Promise<void> {
    const wanted = intent.current;
    decisions.forgetFailure();
    const input = inputOf(values);
    let saved: OperatorNewsArticle;
    try {
      saved = article
        ? await update({ id: article.id, version, ...input }).unwrap()
        : await create(input).unwrap();
    } catch (error) {
      // Said by the notice of the newer version, which is on its way.
      if (article && isOutdated(error)) return;
      throw error;
    }
    adopt(saved);
    if (!article) void navigate(`/admin/news/${saved.id}`, { replace: true });
    if (wanted === 'publish') await decisions.publish(saved);
    else toast({ text: t(saved.published_at ? 'news.saved' : 'news.draftSaved') });
  }

  return {
    form,
    newer: draft.isOvertaken && !isGone ? known : null,
    isRestored: draft.isRestored,
    isBusy: decisions.isBusy,
    failure: decisions.failure,
    save: (event) => {
      intent.current = 'save';
      form.props.onSubmit(event);
    },
    publish: () => {
      intent.current = 'publish';
      void form.submit();
    },
    withdraw: () => {
      if (article) void decisions.withdraw(article);
    },
    remove: () => {
      if (article) void decisions.remove(article);
    },
    keepMine: () => {
      if (article) draft.rebase(article.version);
    },
    takeTheirs: discard,
    discard,
  };
}

import type { OperatorNewsArticle } from '@ezdash/contracts';
import { confirm, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  useDebugDeleteNewsMutation,
  useDebugPublishNewsMutation,
  useDebugWithdrawNewsMutation,
} from './news.api';
import type { Draft } from './useDraft';

export interface Decisions {
  /** Publishes, withdraws or deletes just now. */
  isBusy: boolean;
  /** Why one of those was not done. */
  failure: unknown;
  forgetFailure: () => void;
  publish: (saved: OperatorNewsArticle) => Promise<void>;
  withdraw: (article: OperatorNewsArticle) => Promise<void>;
  remove: (article: OperatorNewsArticle) => Promise<void>;
}

const seen = ({ id, version }: OperatorNewsArticle) => ({ id, version });

/** What is decided about an article as a whole. Each is asked about first, with its consequence in figures. */
export function useDecisions({ form, adopt, rebase }: Draft): Decisions {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const [publishIt, publishing] = useDebugPublishNewsMutation();
  const [withdrawIt, withdrawing] = useDebugWithdrawNewsMutation();
  const [removeIt, removing] = useDebugDeleteNewsMutation();

  async function ask(options: Parameters<typeof confirm>[0], work: () => Promise<void>): Promise<void> {
    if (!(await confirm(options))) return;
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
  }
  const figures = (count: number) => ({ count, figure: format.count(count) });

  return {
    isBusy: publishing.isLoading || withdrawing.isLoading || removing.isLoading,
    failure,
    forgetFailure: () => setFailure(undefined),
    publish: (saved) => {
      const title = t('news.publishAsk', figures(saved.audience_size));
      const [text, verb, wayOut] = [t('news.publishText'), t('news.publish'), t('news.keepDraft')];
      return ask({ title, text, verb, wayOut }, async () => {
        adopt(await publishIt(seen(saved)).unwrap());
        toast({ text: t('news.published', { title: saved.title }) });
      });
    },
    withdraw: (article) => {
      const text = t('news.withdrawText', figures(article.readers));
      return ask({ title: t('news.withdrawAsk'), text, verb: t('news.withdraw') }, async () => {
        const hidden = await withdrawIt(seen(article)).unwrap();
        // Words that are not saved stay, on top of what is withdrawn now.
        if (form.dirty) rebase(hidden.version);
        else adopt(hidden);
        toast({ text: t('news.withdrawn', { title: hidden.title }) });
      });
    },
    remove: (article) => {
      const options = { title: t('news.deleteAsk'), text: t('news.deleteText'), verb: t('news.delete') };
      return ask({ ...options, danger: true }, async () => {
        await removeIt(seen(article)).unwrap();
        adopt(article);
        void navigate('/admin/news');
      });
    },
  };
}

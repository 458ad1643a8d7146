import type { OperatorNewsArticle } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { Panel, RichText, useDebouncedValue } from '@ezdash/ui';
import { NewsFacts } from '@ezdash/ui/news';
import { useTranslation } from 'react-i18next';
import { type ArticleValues, categoryOf } from './articleValues';
import { useDebugNewsPreviewQuery } from './news.api';
import styles from './news.module.css';
import { useFailureText } from './useFailureText';

/** While somebody types, the preview waits for a pause. */
const PAUSE_MS = 400;

interface ArticlePreviewProps {
  values: ArticleValues;
  /** What is saved of it; null for a new one. */
  article: OperatorNewsArticle | null;
}

/** The article as its readers will see it, drawn by the very parts that draw it for them. */
export function ArticlePreview({ values, article }: ArticlePreviewProps) {
  const { t } = useTranslation('debug');
  const failureText = useFailureText();
  const body = values.body.trim();
  const [asked] = useDebouncedValue(body, PAUSE_MS);
  const { data, error } = useDebugNewsPreviewQuery(asked, { skip: asked === '' });
  const isEmpty = body === '' && values.title.trim() === '';
  const facts = {
    category: categoryOf(values.category),
    pinned: values.pinned,
    published_at: article?.published_at ?? null,
    updated_at: article?.updated_at ?? null,
  };
  // A text that is too long is said at its field.
  const failure = toApiError(error)?.status === 422 ? null : failureText(error);
  return (
    <Panel title={t('news.preview')} className={styles.preview}>
      {isEmpty ? (
        <p className="ez-dim">{t('news.previewEmpty')}</p>
      ) : (
        <>
          <h3 className={styles.previewTitle} dir="auto">
            {values.title.trim() || t('news.untitled')}
          </h3>
          <div className="ez-lead">
            <NewsFacts article={facts} withTime />
          </div>
          {failure ? <p className={styles.fieldError}>{failure}</p> : null}
          {body !== '' && data ? <RichText text={data.body} headingLevel={4} /> : null}
        </>
      )}
    </Panel>
  );
}

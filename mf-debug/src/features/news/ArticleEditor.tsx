import type { OperatorNewsArticle } from '@ezdash/contracts';
import { Button, NoDateRange, Notice, PageHeader, Panel, Status, useFormat, usePageTitle } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ArticleFields } from './ArticleFields';
import { ArticlePreview } from './ArticlePreview';
import { stateOf } from './articleState';
import { EditorNotices } from './EditorNotices';
import { IncidentCredits } from './IncidentCredits';
import styles from './news.module.css';
import { type Editor, useEditor } from './useEditor';
import { useFailureText } from './useFailureText';

/** As the server has it, whatever is being written: an incident that advertisers can read of. */
const takesCredits = ({ category, published_at, audiences }: OperatorNewsArticle) =>
  category === 'incident' && published_at !== null && audiences.includes('advertiser');

interface ActionsProps {
  article: OperatorNewsArticle | null;
  editor: Editor;
  formId: string;
}

/** A draft is published, what is published is saved: one button of the two is the one to press. */
function EditorActions({ article, editor, formId }: ActionsProps) {
  const { t } = useTranslation('debug');
  const { form, isBusy, publish, withdraw, remove } = editor;
  if (article?.published_at)
    return (
      <>
        <Button variant="default" onClick={withdraw} loading={isBusy}>
          {t('news.withdraw')}
        </Button>
        <Button type="submit" form={formId} loading={form.pending}>
          {t('news.save')}
        </Button>
      </>
    );
  return (
    <>
      {article ? (
        <Button variant="default" onClick={remove} disabled={isBusy}>
          {t('news.delete')}
        </Button>
      ) : null}
      <Button type="submit" form={formId} variant="default" loading={form.pending}>
        {t('news.saveDraft')}
      </Button>
      <Button onClick={publish} loading={isBusy}>
        {t('news.publish')}
      </Button>
    </>
  );
}

function ArticleLead({ article }: { article: OperatorNewsArticle }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const {
    changed_by: name,
    changed_at: at,
    published_at: publishedAt,
    readers,
    audience_size: size,
  } = article;
  return (
    <>
      <span>{t('news.changedBy', { name, time: format.dateTime(at) })}</span>
      {publishedAt || readers > 0 ? (
        <span>
          {t('news.readBy', { count: size, readers: format.count(readers), size: format.count(size) })}
        </span>
      ) : null}
    </>
  );
}

interface ArticleEditorProps {
  article: OperatorNewsArticle | null;
  /** Deleted by somebody else while it is open. */
  isGone?: boolean;
}

/** Writing on one side, what readers will see on the other. */
export function ArticleEditor({ article: known, isGone = false }: ArticleEditorProps) {
  const { t } = useTranslation('debug');
  const formId = useId();
  const failureText = useFailureText();
  const editor = useEditor(known, isGone);
  const { form } = editor;
  const article = isGone ? null : known;
  const title = known?.title ?? t('page.newsNew');
  usePageTitle(title);
  const failure = form.otherErrors.length > 0 ? form.otherErrors.join(' ') : failureText(form.failure);
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        status={article ? <Status state={stateOf(article)} /> : undefined}
        back={{ href: '/admin/news', label: t('page.news') }}
        lead={article ? <ArticleLead article={article} /> : t('news.newLead')}
        actions={<EditorActions article={article} editor={editor} formId={formId} />}
      />
      <NoDateRange />
      <EditorNotices editor={editor} isGone={isGone} />
      <div className={styles.desk}>
        <Panel title={t('news.write')}>
          <form {...form.props} id={formId} onSubmit={editor.save} className={styles.form}>
            <ArticleFields form={form} />
            {failure ? (
              <Notice tone="bad" title={t('news.notSaved')}>
                {failure}
              </Notice>
            ) : null}
          </form>
        </Panel>
        <ArticlePreview values={form.values} article={article} />
      </div>
      {article && takesCredits(article) ? <IncidentCredits articleId={article.id} /> : null}
    </>
  );
}

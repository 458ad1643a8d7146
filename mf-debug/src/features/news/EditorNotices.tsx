import type { OperatorNewsArticle } from '@ezdash/contracts';
import { Button, Notice, useDisclosure, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './news.module.css';
import type { Editor } from './useEditor';
import { useFailureText } from './useFailureText';

type Newer = Pick<Editor, 'keepMine' | 'takeTheirs'> & { article: OperatorNewsArticle };

/** Somebody else saved meanwhile: theirs is shown beside one's own, and neither is lost. */
function NewerNotice({ article, keepMine, takeTheirs }: Newer) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [isShown, shown] = useDisclosure();
  const { changed_by: name, changed_at: at, published_at: publishedAt } = article;
  return (
    <>
      <Notice
        tone="warn"
        title={t('news.newer.title', { name, time: format.dateTime(at) })}
        action={
          <div className="ez-actions">
            <Button variant="default" onClick={shown.toggle} aria-expanded={isShown}>
              {t(isShown ? 'news.newer.hide' : 'news.newer.show')}
            </Button>
            <Button variant="default" onClick={takeTheirs}>
              {t('news.newer.take')}
            </Button>
            <Button variant="default" onClick={keepMine}>
              {t('news.newer.keep')}
            </Button>
          </div>
        }
      >
        {t(publishedAt === null ? 'news.newer.draft' : 'news.newer.published')}
      </Notice>
      {isShown ? (
        <section className={styles.theirs} aria-label={t('news.newer.theirs', { name })}>
          <b dir="auto">{article.title}</b>
          <pre dir="auto">{article.body}</pre>
        </section>
      ) : null}
    </>
  );
}

/** What stands above the form: nothing, most of the time. */
export function EditorNotices({ editor, isGone }: { editor: Editor; isGone: boolean }) {
  const { t } = useTranslation('debug');
  const failureText = useFailureText();
  const { newer, isRestored, discard, keepMine, takeTheirs } = editor;
  const failure = failureText(editor.failure);
  const notices = [
    isGone ? (
      <Notice key="gone" tone="warn" title={t('news.gone')}>
        {t('news.goneText')}
      </Notice>
    ) : null,
    newer ? <NewerNotice key="newer" article={newer} keepMine={keepMine} takeTheirs={takeTheirs} /> : null,
    isRestored && !newer ? (
      <Notice
        key="restored"
        tone="info"
        title={t('news.restored')}
        action={
          <Button variant="default" onClick={discard}>
            {t('news.discard')}
          </Button>
        }
      />
    ) : null,
    failure ? (
      <Notice key="failed" tone="bad" title={t('news.failedAction')}>
        {failure}
      </Notice>
    ) : null,
  ].filter((notice) => notice !== null);
  return notices.length > 0 ? <div className={styles.notices}>{notices}</div> : null;
}

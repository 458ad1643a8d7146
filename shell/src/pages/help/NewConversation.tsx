import { SUPPORT_LIMITS } from '@ezdash/contracts/constants';
import { toApiError, useSession } from '@ezdash/store';
import {
  AppLink,
  anyDirection,
  Button,
  Notice,
  Textarea,
  TextInput,
  useDebouncedValue,
  useForm,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import {
  attachmentsOf,
  ConversationFrame,
  DraftFiles,
  FileButton,
  useDraft,
  useFileDrop,
  useFileGate,
} from '@ezdash/ui/conversation';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useShellHelpArticlesQuery, useShellOpenConversationMutation } from './help.api';
import styles from './help.module.css';
import { articleHref, conversationHref, HELP_PATH } from './useHelpPlace';
import { useUpload } from './useUpload';

const DEBOUNCE_MS = 400;
/** Shorter words fit every article. */
const FEWEST_LETTERS = 4;
const MOST_SUGGESTIONS = 3;
const MOST_LINES = 14;

/** Articles that may answer it before anybody has to. */
function Suggestions({ subject }: { subject: string }) {
  const { t, i18n } = useTranslation('shell');
  const [asked] = useDebouncedValue(subject.trim(), DEBOUNCE_MS);
  const { currentData } = useShellHelpArticlesQuery(
    { q: asked, locale: i18n.language },
    { skip: asked.length < FEWEST_LETTERS },
  );
  const hits = currentData?.articles.slice(0, MOST_SUGGESTIONS) ?? [];
  if (asked.length < FEWEST_LETTERS || hits.length === 0) return null;
  return (
    <section className={styles.suggestions} aria-labelledby="help-suggestions">
      <h3 id="help-suggestions">{t('help.suggestions')}</h3>
      <ul>
        {hits.map(({ slug, title }) => (
          <li key={slug}>
            <AppLink href={articleHref(slug)}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Requests are named by us, in few letters: nothing else gets into somebody's words by an address. */
const REQUEST = /^[\w-]{1,64}$/;
/** Public id of a campaign, creative, property or zone. */
const STOPPED = /^(c|cr|p|z)_[0-9a-z]{3,9}$/;

/** What a report of a failed call begins with, or an answer to a stop. */
function useReported(): { subject: string; body: string } {
  const { t } = useTranslation('shell');
  const [asked] = useSearchParams();
  const stopped = asked.get('stopped');
  if (stopped && STOPPED.test(stopped))
    return { subject: t('help.form.stoppedSubject', { id: stopped }), body: '' };
  const id = asked.get('request');
  if (!id || !REQUEST.test(id)) return { subject: '', body: '' };
  return { subject: t('help.form.reportSubject'), body: t('help.form.reportBody', { id }) };
}

/** Words that were begun before stay; the request is named once. */
function withRequest(words: string, request: string): string {
  if (words.includes(request)) return words;
  return words.trim() === '' ? request : `${words.trimEnd()}\n\n${request}`;
}

function useNewConversation() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { user } = useSession();
  const navigate = useNavigate();
  const [open] = useShellOpenConversationMutation();
  const draft = useDraft(`${user?.id ?? ''}:new`, useUpload());
  const asked = useReported();
  const isSent = useRef(false);
  const tooLong = (text: string, most: number) =>
    text.trim().length > most
      ? t('help.form.tooLong', { most: format.count(most), count: format.count(text.trim().length) })
      : undefined;
  const form = useForm({
    initial: { subject: draft.subject || asked.subject, body: withRequest(draft.text, asked.body) },
    check: ({ subject, body }) => ({
      subject: subject.trim() === '' ? t('help.form.noSubject') : tooLong(subject, SUPPORT_LIMITS.subject),
      body: body.trim() === '' ? t('help.form.noBody') : tooLong(body, SUPPORT_LIMITS.message),
    }),
    onSubmit: async ({ subject, body }) => {
      const { conversation } = await open({
        client_id: draft.ownClientId(),
        subject: subject.trim(),
        body: body.trim(),
        attachments: attachmentsOf(draft.files).map(({ id }) => id),
      }).unwrap();
      isSent.current = true;
      draft.clear();
      void navigate(conversationHref(conversation.id), { replace: true });
    },
  });
  const { subject, body } = form.values;
  const { write } = draft;
  // What the page began with is nobody's draft.
  const isOurs = subject === asked.subject && body === asked.body;
  // Kept while one looks something up elsewhere in the app.
  useEffect(() => {
    if (!isSent.current) write(isOurs ? { subject: '', text: '' } : { subject, text: body });
  }, [subject, body, isOurs, write]);
  const gate = useFileGate(draft.files, () => void form.submit());
  return { draft, form, gate };
}

interface ObjectionsProps {
  form: ReturnType<typeof useNewConversation>['form'];
  filesRefused: boolean;
}

/** What stands in the way and belongs to no field. */
function Objections({ form, filesRefused }: ObjectionsProps) {
  const { t } = useTranslation('shell');
  const failure = toApiError(form.failure);
  return (
    <>
      {filesRefused ? <Notice tone="bad">{t('ui:conversation.filesBad')}</Notice> : null}
      {form.otherErrors.length > 0 ? <Notice tone="bad">{form.otherErrors.join(' ')}</Notice> : null}
      {failure && form.otherErrors.length === 0 ? (
        <Notice tone="bad" title={t('help.form.failed')}>
          {failure.message || t('help.form.failedText')}{' '}
          {failure.requestId ? (
            <>
              {t('ui:error.request')} <span className="ez-mono">{failure.requestId}</span>
            </>
          ) : null}
        </Notice>
      ) : null}
    </>
  );
}

/** What a new conversation starts with. First the asker's own figures are looked at; then a person answers. */
export function NewConversation() {
  const { t } = useTranslation('shell');
  usePageTitle(t('help.new'));
  const { draft, form, gate } = useNewConversation();
  const box = useRef<HTMLFormElement | null>(null);
  // The button that leads here is gone with the click on it.
  useEffect(() => {
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const over = useFileDrop(
    box,
    useCallback((files: File[]) => latest.current.add(files), []),
  );
  return (
    <ConversationFrame title={t('help.new')} back={{ href: HELP_PATH, label: t('page.help') }} grows>
      <form
        {...form.props}
        ref={(element) => {
          box.current = element;
          form.props.ref(element);
        }}
        className={styles.form}
        data-over={over || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          gate.start();
        }}
      >
        <TextInput
          {...form.field('subject')}
          ref={anyDirection}
          label={t('help.form.subject')}
          description={t('help.form.subjectHint')}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          {...form.field('body')}
          ref={anyDirection}
          label={t('help.form.body')}
          description={t('help.form.bodyHint')}
          autosize
          minRows={5}
          maxRows={MOST_LINES}
        />
        <DraftFiles draft={draft} />
        <Objections form={form} filesRefused={gate.isRefused} />
        <div className={styles.formFoot}>
          <FileButton onFiles={draft.add} />
          <span className="ez-small">
            {over
              ? t('ui:conversation.drop')
              : gate.waits
                ? t('ui:conversation.waitsForFiles')
                : t('help.form.first')}
          </span>
          <Button type="submit" loading={form.pending || gate.waits}>
            {t('ui:conversation.send')}
          </Button>
        </div>
        {/* Last, so that nothing moves under who already writes on. */}
        <Suggestions subject={form.values.subject} />
      </form>
    </ConversationFrame>
  );
}

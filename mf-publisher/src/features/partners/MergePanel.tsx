import { type AdsTxtSeller, MOST_ADS_TXT_BYTES, mergeAdsTxt, parseAdsTxt } from '@ezdash/contracts/constants';
import { Button, CodeBlock, Notice, Panel, Textarea } from '@ezdash/ui';
import { FileButton } from '@ezdash/ui/data';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './partners.module.css';

/** The file that a publisher has, with our line in it. Nothing of it leaves the browser. */
export function MergePanel({ seller }: { seller: AdsTxtSeller }) {
  const { t } = useTranslation('publisher');
  const [text, setText] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const reset = useRef<() => void>(null);
  const isEmpty = text.trim() === '';
  const merged = useMemo(() => (isEmpty ? null : mergeAdsTxt(text, seller)), [text, isEmpty, seller]);
  const badLines = useMemo(() => (isEmpty ? [] : parseAdsTxt(text).badLines), [text, isEmpty]);

  async function read(file: File | null): Promise<void> {
    reset.current?.();
    if (!file) return;
    setTooLarge(file.size > MOST_ADS_TXT_BYTES);
    if (file.size <= MOST_ADS_TXT_BYTES) setText(await file.text());
  }

  return (
    <Panel
      title={t('partners.merge.title')}
      aside={
        <FileButton accept=".txt,text/plain" resetRef={reset} onChange={(file) => void read(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('partners.merge.open')}
            </Button>
          )}
        </FileButton>
      }
    >
      <div className={classes.stack}>
        <p>{t('partners.merge.text')}</p>
        {isTooLarge ? <Notice tone="bad">{t('partners.merge.tooLarge')}</Notice> : null}
        <Textarea
          label={t('partners.merge.before')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={14}
          spellCheck={false}
          dir="ltr"
          classNames={{ input: 'ez-mono' }}
        />
        {merged ? (
          <>
            <p role="status">{t(`partners.merge.${merged.change}`)}</p>
            {badLines.length > 0 ? (
              <Notice tone="warn">
                {t('partners.merge.bad', { count: badLines.length, lines: badLines.slice(0, 10).join(', ') })}
              </Notice>
            ) : null}
            {merged.change === 'none' ? null : (
              <div className={classes.tall}>
                <CodeBlock code={merged.text} label={t('partners.merge.after')} language="ads.txt" />
              </div>
            )}
          </>
        ) : null}
      </div>
    </Panel>
  );
}

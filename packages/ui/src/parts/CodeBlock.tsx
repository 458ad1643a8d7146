import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from '../icons';
import { scrollable } from './scrollable';
import { useCopy } from './useCopy';

interface CodeBlockProps {
  code: string;
  /** What the code is, above it: "In the head of every page". */
  label: string;
  /** Shown beside the label. */
  language?: string;
}

const PIECES = /(<\/?[a-z][\w-]*|"[^"]*")/gi;

type Kind = 'tag' | 'value' | undefined;

function kindOf(piece: string): Kind {
  if (piece.startsWith('"')) return 'value';
  return /^<\/?[a-z]/i.test(piece) ? 'tag' : undefined;
}

/** Splits code into coloured pieces, each with its offset as a stable key. */
function pieces(code: string): { at: number; text: string; kind: Kind }[] {
  let at = 0;
  return code.split(PIECES).flatMap((text) => {
    if (text === '') return [];
    const piece = { at, text, kind: kindOf(text) };
    at += text.length;
    return [piece];
  });
}

/** Code with one copy button; the button itself says that it worked. Always left to right. */
export function CodeBlock({ code, label, language = 'HTML' }: CodeBlockProps) {
  const { t } = useTranslation('ui');
  const parts = useMemo(() => pieces(code), [code]);
  const text = useRef<HTMLPreElement>(null);
  const { state, said, copy } = useCopy(label);
  return (
    <figure className="ez-code">
      <figcaption>
        <span>{label}</span>
        <span className="ez-dim" translate="no">
          {language}
        </span>
        <span className="ez-grow" />
        <Button
          variant="subtle"
          onClick={() => void copy(code, text.current)}
          leftSection={state === 'copied' ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.7} />}
        >
          {t(`copy.${state}`)}
        </Button>
        {/* Beside the button: what stands in a button is its name, and a change of it is not read out. */}
        <span className="ez-sr" role="status">
          {said}
        </span>
      </figcaption>
      <section dir="ltr" {...scrollable} aria-label={label}>
        <pre ref={text}>
          {parts.map((part) => (
            <span key={part.at} data-kind={part.kind}>
              {part.text}
            </span>
          ))}
        </pre>
      </section>
    </figure>
  );
}

import type { RichBlock, RichInline, RichText as RichTextData } from '@ezdash/contracts';
import { createElement, Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconExternalLink } from '../icons';
import { AppLink } from './AppLink';
import { CodeBlock } from './CodeBlock';
import { scrollable } from './scrollable';

interface RichTextProps {
  text: RichTextData;
  /** Of the text's own highest headings: one more than the heading the text stands under. */
  headingLevel?: 2 | 3 | 4;
}

/** Of a formatted text nothing moves: its pieces are known by their places, so they need no keys. */
function all<Node>(nodes: readonly Node[], draw: (node: Node) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...nodes.map(draw));
}

/** The server lets nothing else through; a page that is handed something else still draws no link of it. */
const APP_PATH = /^\/(?![/\\])/;
const WEB_ADDRESS = /^https?:\/\//i;

function RichLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation('ui');
  if (APP_PATH.test(href)) return <AppLink href={href}>{children}</AppLink>;
  if (href.startsWith('mailto:')) return <a href={href}>{children}</a>;
  if (!WEB_ADDRESS.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="ez-prose-out">
      {children}
      <IconExternalLink size={13} stroke={1.7} aria-hidden className="ez-flip" />
      <span className="ez-sr"> {t('richText.newTab')}</span>
    </a>
  );
}

function drawInline(node: RichInline): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'strong':
      return <strong>{all(node.children, drawInline)}</strong>;
    case 'emphasis':
      return <em>{all(node.children, drawInline)}</em>;
    case 'code':
      return (
        <code className="ez-prose-code" dir="ltr">
          {node.text}
        </code>
      );
    case 'break':
      return <br />;
    case 'link':
      return <RichLink href={node.href}>{all(node.children, drawInline)}</RichLink>;
  }
}

function RichTable({ head, rows }: Omit<Extract<RichBlock, { type: 'table' }>, 'type'>) {
  const { t } = useTranslation('ui');
  return (
    <section className="ez-prose-table" {...scrollable} aria-label={t('richText.table')}>
      <table>
        <thead>
          <tr>
            {all(head, (cell) => (
              <th scope="col" dir="auto">
                {all(cell, drawInline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all(rows, (row) => (
            <tr>
              {all(row, (cell) => (
                <td dir="auto">{all(cell, drawInline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RichCode({ code, language }: { code: string; language: string | null }) {
  const { t } = useTranslation('ui');
  return <CodeBlock code={code} label={t('richText.code')} language={language ?? ''} />;
}

function drawBlock(block: RichBlock, headingLevel: number): ReactNode {
  const inner = (inside: RichBlock) => drawBlock(inside, headingLevel);
  switch (block.type) {
    case 'heading':
      return createElement(
        `h${headingLevel + block.level - 2}`,
        { dir: 'auto', 'data-level': block.level },
        all(block.children, drawInline),
      );
    case 'paragraph':
      return <p dir="auto">{all(block.children, drawInline)}</p>;
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        { dir: 'auto' },
        all(block.items, (item) => <li>{all(item, inner)}</li>),
      );
    case 'quote':
      return <blockquote dir="auto">{all(block.children, inner)}</blockquote>;
    case 'code':
      return <RichCode code={block.text} language={block.language} />;
    case 'table':
      return <RichTable head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr />;
  }
}

/** Formatted text, as articles and answers have it. Each piece takes its direction from its own words. */
export function RichText({ text, headingLevel = 2 }: RichTextProps) {
  return <div className="ez-prose">{all(text, (block) => drawBlock(block, headingLevel))}</div>;
}

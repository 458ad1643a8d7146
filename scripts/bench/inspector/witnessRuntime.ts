import type { ElementType, Key } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

interface Source {
  fileName: string;
  lineNumber: number;
}

/**
 * Where an element is written, in its properties: a symbol, so that no element of the document gets it as an attribute,
 * no comparison of properties sees it, and whoever hands properties on hands it on too.
 */
const WITNESS = Symbol.for('ezdash.witness');

/** What swc's transform for development calls for every element. */
export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: Source,
) {
  const at = source && `${source.fileName}:${source.lineNumber}`;
  return (isStatic ? jsxs : jsx)(type, { ...props, [WITNESS]: at }, key);
}

export { Fragment };

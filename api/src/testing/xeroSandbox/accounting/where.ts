import { readDate } from './dates';
import { XeroRefusal } from './errors';

/** What Xero's `where` and `order` are about: the objects as they are answered. */
export type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;
type Read = (row: Row) => unknown;

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*")|(\d+(?:\.\d+)?)|(==|!=|<=|>=|<|>|&&|\|\||\(|\)|,|!)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*))/y;

const refuse = (detail: string) => new XeroRefusal('QueryParseException', `The where clause: ${detail}`);

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw refuse(`cannot be read at ${at}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

export function valueAt(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Row)[key] : undefined),
      row,
    );
}

/** Dates compare as moments, what is not there as null, everything else as it is. */
function comparable(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.startsWith('/Date(')) return readDate(value);
  return value;
}

const OPERATORS: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => (left as number) < (right as number),
  '<=': (left, right) => (left as number) <= (right as number),
  '>': (left, right) => (left as number) > (right as number),
  '>=': (left, right) => (left as number) >= (right as number),
};
const METHODS: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  StartsWith: (text, wanted) => text.startsWith(wanted),
  EndsWith: (text, wanted) => text.endsWith(wanted),
  Contains: (text, wanted) => text.includes(wanted),
};

/** `Reference=="x" AND (Type=="ACCREC" OR Date>=DateTime(2026,1,31)) AND Contact.ContactID==guid("…")`. */
function parser(tokens: readonly string[]) {
  let at = 0;
  const peek = () => tokens[at];
  const next = () => {
    const token = tokens[at];
    if (token === undefined) throw refuse('ends too soon');
    at += 1;
    return token;
  };
  const expect = (wanted: string) => {
    const token = next();
    if (token !== wanted) throw refuse(`${wanted} is expected in place of ${token}`);
  };
  const isWord = (words: readonly string[]) => words.includes((peek() ?? '').toUpperCase());

  function argumentsOf(): string[] {
    expect('(');
    const values: string[] = [];
    while (peek() !== ')') {
      values.push(next());
      if (peek() === ',') next();
    }
    expect(')');
    return values;
  }
  const textOf = (token: string | undefined): string => {
    if (!token?.startsWith('"')) throw refuse('a text in double quotes is expected');
    return String(JSON.parse(token));
  };

  function named(name: string): Read {
    const method = name.slice(name.lastIndexOf('.') + 1);
    if (peek() !== '(') return (row) => comparable(valueAt(row, name));
    const path = name.slice(0, Math.max(0, name.length - method.length - 1));
    const given = argumentsOf();
    const read = (row: Row) => valueAt(row, path);
    if (method.toLowerCase() === 'guid') return () => textOf(given[0]).toLowerCase();
    if (name === 'DateTime') {
      const [year = 0, month = 1, day = 1] = given.map(Number);
      return () => Date.UTC(year, month - 1, day);
    }
    const test = METHODS[method];
    if (test) {
      const wanted = textOf(given[0]);
      return (row) => typeof read(row) === 'string' && test(String(read(row)), wanted);
    }
    if (method === 'ToLower') return (row) => String(read(row) ?? '').toLowerCase();
    if (method === 'ToUpper') return (row) => String(read(row) ?? '').toUpperCase();
    throw refuse(`${name} is not known`);
  }

  function operand(): Read {
    const token = next();
    if (token.startsWith('"')) return () => textOf(token);
    if (/^\d/.test(token)) return () => Number(token);
    if (/^(true|false)$/i.test(token)) return () => token.toLowerCase() === 'true';
    if (token.toLowerCase() === 'null') return () => null;
    if (/^[A-Za-z_]/.test(token)) return named(token);
    throw refuse(`${token} is not expected`);
  }

  function comparison(): Test {
    if (peek() === '!') {
      next();
      const test = comparison();
      return (row) => !test(row);
    }
    if (peek() === '(') {
      next();
      const inner = either();
      expect(')');
      return inner;
    }
    const left = operand();
    const compare = OPERATORS[peek() ?? ''];
    if (!compare) return (row) => left(row) === true;
    next();
    const right = operand();
    return (row) => compare(left(row), right(row));
  }
  function both(): Test {
    const tests = [comparison()];
    while (isWord(['AND', '&&'])) {
      next();
      tests.push(comparison());
    }
    return (row) => tests.every((test) => test(row));
  }
  function either(): Test {
    const tests = [both()];
    while (isWord(['OR', '||'])) {
      next();
      tests.push(both());
    }
    return (row) => tests.some((test) => test(row));
  }
  return () => {
    const test = either();
    if (at < tokens.length) throw refuse(`${tokens[at]} is not expected`);
    return test;
  };
}

export const whereTest = (text: string): Test => parser(tokensOf(text))();

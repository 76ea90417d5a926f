// SQL as far as a check of migrations needs it: statements, their tokens, and the clauses that tables are changed by.

/** Words, also with a part that only a run knows (`${table}`), names in quotes, strings, dollar-quoted bodies, the rest. */
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|(?<body>\$(?<tag>[a-z_]\w*)?\$[\s\S]*?\$\k<tag>\$)|(?<string>[en]?'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*")|(?<word>(?:[a-z_]|\$\{[^}]*\})(?:\$\{[^}]*\}|\w)*)|(?<number>\d[\d.]*)|(?<sign>::|.)/giy;

/** Tokens of `sql`: { kind: 'body' | 'string' | 'name' | 'word' | 'number' | 'sign', text }; words in lower case. */
function tokensOf(sql) {
  return [...sql.matchAll(TOKEN)].flatMap(({ groups }) => {
    const [kind, text] =
      ['body', 'string', 'name', 'word', 'number', 'sign']
        .map((one) => [one, groups[one]])
        .find(([, found]) => found !== undefined) ?? [];
    if (kind === undefined) return [];
    if (kind === 'word') return [{ kind, text: /\$\{/.test(text) ? text : text.toLowerCase() }];
    if (kind === 'name') return [{ kind: 'word', text: text.slice(1, -1) }];
    if (kind === 'string') return [{ kind, text: text.replace(/^[^']*'|'$/g, '').replaceAll("''", "'") }];
    if (kind === 'body') return [{ kind, text: text.replace(/^\$\w*\$|\$\w*\$$/g, '') }];
    return [{ kind, text }];
  });
}

/** Pieces of `tokens` between those that `separates`, outside of brackets. */
export function split(tokens, separates) {
  const pieces = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'sign' && '(['.includes(token.text)) depth += 1;
    if (token.kind === 'sign' && ')]'.includes(token.text)) depth -= 1;
    if (depth === 0 && separates(token)) pieces.push([]);
    else pieces.at(-1).push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

const IN_A_BLOCK = new Set(['begin', 'then', 'else', 'loop', 'execute', 'do']);

/** The statements of a text, as lists of tokens; also those inside `do`, and the texts that it executes. */
export function statementsOf(sql) {
  return split(tokensOf(sql), ({ text, kind }) => kind === 'sign' && text === ';').flatMap((tokens) => {
    const body = tokens[0].text === 'do' && tokens.find(({ kind }) => kind === 'body');
    if (!body) return [tokens];
    const inside = tokensOf(body.text);
    return [
      ...split(
        inside,
        ({ text, kind }) => (kind === 'sign' && text === ';') || (kind === 'word' && IN_A_BLOCK.has(text)),
      ),
      ...inside.filter(({ kind }) => kind === 'string').flatMap(({ text }) => statementsOf(text)),
    ];
  });
}

/** Reads tokens from the left. */
export class Reader {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
  }

  get rest() {
    return this.tokens.slice(this.at);
  }

  /** Whether these words come next; they are passed then. */
  take(...words) {
    if (!words.every((word, i) => this.tokens[this.at + i]?.kind === 'word' && this.tokens[this.at + i].text === word))
      return false;
    this.at += words.length;
    return true;
  }

  /** Which of the phrases comes next, if one does; it is passed then. */
  takeOneOf(phrases) {
    return phrases.find((phrase) => this.take(...phrase.split(' ')));
  }

  /** A name, also with its schema: `installs.tenants`. */
  name() {
    const parts = [this.tokens[this.at]?.text ?? ''];
    this.at += 1;
    while (this.tokens[this.at]?.text === '.') {
      parts.push(this.tokens[this.at + 1]?.text ?? '');
      this.at += 2;
    }
    return parts.join('.');
  }
}

/**
 * Text that may contain a semicolon: quoted text and names, texts between dollars, comments. Unfinished ones reach to
 * the end.
 */
const OPAQUE = [
  /--[^\n]*/y,
  /\bE'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/iy,
  /'(?:[^']|'')*(?:'|$)/y,
  /"(?:[^"]|"")*(?:"|$)/y,
  /\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/y,
];

/**
 * Cuts SQL text at the semicolons that end statements.
 * Returns { statements, rest }: complete statements without their semicolon, none of them empty, and the unfinished
 * rest.
 */
export function splitStatements(text) {
  const statements = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const end = opaqueEnd(text, at);
    if (end > at) at = end;
    else {
      if (text[at] === ';') {
        statements.push(text.slice(from, at));
        from = at + 1;
      }
      at += 1;
    }
  }
  return { statements: statements.map((one) => one.trim()).filter(hasContent), rest: text.slice(from) };
}

/** False for space and comments alone. */
const hasContent = (text) => {
  for (let at = 0; at < text.length;) {
    if (text.startsWith('--', at) || text.startsWith('/*', at)) at = opaqueEnd(text, at);
    else if (/\s/.test(text[at])) at += 1;
    else return true;
  }
  return false;
};

/**
 * Takes text line by line. `add(line)` returns what it completes: statements, and commands, which start with a
 * backslash and are a line each. `rest` is the unfinished text.
 */
export function createReader() {
  let rest = '';
  return {
    add(line) {
      if (!hasContent(rest) && line.trimStart().startsWith('\\')) return [line.trim()];
      const { statements, rest: unfinished } = splitStatements(`${rest}${line}\n`);
      rest = hasContent(unfinished) ? unfinished : '';
      return statements;
    },
    get rest() {
      return rest;
    },
    drop() {
      rest = '';
    },
  };
}

/** Where the part that begins at `at` and hides semicolons ends, or `at` when none begins there. */
function opaqueEnd(text, at) {
  if (text.startsWith('/*', at)) return commentEnd(text, at);
  for (const pattern of OPAQUE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return at + match[0].length;
  }
  return at;
}

/** PostgreSQL's comments may be nested. */
function commentEnd(text, start) {
  let depth = 0;
  for (let at = start; at < text.length;) {
    if (text.startsWith('/*', at)) depth += 1;
    else if (text.startsWith('*/', at)) depth -= 1;
    else {
      at += 1;
      continue;
    }
    at += 2;
    if (depth === 0) return at;
  }
  return text.length;
}

// SQL as far as a check of migrations needs it: its statements, without comments and contents of strings.

const STRING = "[en]?'((?:[^']|'')*)'";
const TOKEN = new RegExp(`--[^\\n]*|/\\*[\\s\\S]*?\\*/|\\$(\\w*)\\$([\\s\\S]*?)\\$\\1\\$|${STRING}`, 'gi');
const IN_A_BLOCK = /\b(begin|then|else|loop|execute|do)\b/gi;

/** The statements of a text; also those inside `do`, and the texts that it executes. Strings are empty in them. */
export function statementsOf(sql, isBlock = false) {
  const bodies = [];
  const strings = [];
  const plain = sql.replace(TOKEN, (_token, _tag, body, string) => {
    if (body !== undefined) bodies.push(body);
    if (string !== undefined) strings.push(string.replaceAll("''", "'"));
    return body === undefined && string === undefined ? ' ' : body === undefined ? "''" : '$body$';
  });
  const executed = isBlock ? strings.flatMap((text) => statementsOf(text)) : [];
  const pieces = split(isBlock ? plain.replace(IN_A_BLOCK, ';') : plain, ';').flatMap((statement) => {
    const inside = (statement.match(/\$body\$/g) ?? []).map(() => bodies.shift());
    return /^do\b/i.test(statement) ? inside.flatMap((body) => statementsOf(body, true)) : [statement];
  });
  return [...pieces, ...executed];
}

/** Pieces of `text` between those signs that are outside of brackets, each on one line and without the quotes of names. */
export function split(text, sign) {
  const pieces = [''];
  let depth = 0;
  for (const [one] of text.matchAll(/\$\{[^}]*\}|[\s\S]/g)) {
    if ('(['.includes(one)) depth += 1;
    if (')]'.includes(one)) depth -= 1;
    if (one === sign && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += one;
  }
  return pieces.map((piece) => piece.replaceAll('"', '').replace(/\s+/g, ' ').trim()).filter((piece) => piece !== '');
}

/** The text without what is in brackets. */
export const outside = (text) => text.replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '()');

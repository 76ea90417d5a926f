import { chargedTwice, checkStatement, type StatementCheck } from './check-statement.js';
import type { StatementDocument, StatementLine } from './document.js';

export interface VerifiedFile {
  name: string;
  document: StatementDocument;
}

/** A finding in one file, or (without `file`) between files. */
export interface StatementVerdict {
  file: string | null;
  statement: StatementDocument['statement'] | null;
  checks: StatementCheck[];
}

/**
 * Verifies statements on their own, against the published roots, and against each other: no line or posting is on two,
 * and each opens with what the previous one carried forward. `roots` are hex; a month before a trusted one is trusted
 * through the chain.
 */
export function verifyStatements(files: readonly VerifiedFile[], roots: readonly string[]): StatementVerdict[] {
  const trusted = trustedRoots(files, roots);
  const verdicts = files.map(({ name, document }): StatementVerdict => ({
    file: name,
    statement: document.statement,
    checks: [...checkStatement(document), published(document, trusted)],
  }));
  if (files.length < 2) return verdicts;
  return [...verdicts, { file: null, statement: null, checks: between(files) }];
}

function trustedRoots(files: readonly VerifiedFile[], roots: readonly string[]): Set<string> {
  const trusted = new Set(roots.map((root) => root.toLowerCase()));
  // A trusted root that matches its file also proves the root of the month before.
  for (let before = -1; before < trusted.size;) {
    before = trusted.size;
    for (const { document } of files) {
      const bound = checkStatement(document).find((check) => check.code === 'inclusion')?.ok === true;
      if (bound && document.proof && trusted.has(document.proof.root)) trusted.add(document.proof.previous_root);
    }
  }
  return trusted;
}

function published(document: StatementDocument, trusted: ReadonlySet<string>): StatementCheck {
  const title = 'The root of the month was published';
  const root = document.proof?.root;
  if (root === undefined) return { code: 'published_root', title, ok: false, detail: 'there is no root' };
  const ok = trusted.has(root);
  const detail = ok ? root : `${root} is not among the roots to compare with`;
  return { code: 'published_root', title, ok, detail };
}

function between(files: readonly VerifiedFile[]): StatementCheck[] {
  const check = (code: string, title: string, wrong: string[]): StatementCheck => ({
    code,
    title,
    ok: wrong.length === 0,
    detail: wrong.length === 0 ? `${files.length} files` : wrong.slice(0, 3).join('; '),
  });
  return [
    check(
      'statement_once',
      'No statement is given twice',
      repeated(files, ({ statement }) => [statement.id]),
    ),
    check(
      'line_once',
      'No line appears in two statements',
      repeated(files, ({ lines }) => lines.map((line) => line.line_id)),
    ),
    check(
      'booking_once',
      // One posting may concern several currencies of an author, for example a hold.
      'No booking or transfer appears in two statements',
      repeated(files, ({ statement, payments, entries }) => [
        ...new Set(
          [...payments, ...entries].map(({ ledger_tx }) => `${statement.author_id} ${statement.currency} ${ledger_tx}`),
        ),
        ...(statement.transfer_id === null ? [] : [statement.transfer_id]),
      ]),
    ),
    check('same_line', 'Every line is identical in all statements', changedLines(files)),
    check('time_once', 'No install is charged twice for the same time', chargedTwice(eachLine(files))),
    check('chain', 'Each statement opens with the amount that the previous one carried forward', brokenChain(files)),
  ];
}

function repeated(files: readonly VerifiedFile[], keysOf: (document: StatementDocument) => string[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ name, document }) =>
    keysOf(document).flatMap((key) => {
      const other = first.get(key);
      if (other === undefined) first.set(key, name);
      return other === undefined ? [] : [`${key} in ${other} and ${name}`];
    }),
  );
}

/** Every line once: a line that is pending on one statement and paid on a later one is the same line. */
function eachLine(files: readonly VerifiedFile[]): StatementLine[] {
  const lines = files.flatMap(({ document }) => [...document.lines, ...document.pending]);
  return [...new Map(lines.map((line) => [line.line_id, line])).values()];
}

/** A line that was pending and is now paid may differ only in its payment. */
function changedLines(files: readonly VerifiedFile[]): string[] {
  const first = new Map<string, { text: string; name: string }>();
  return files.flatMap(({ name, document }) =>
    [...document.lines, ...document.pending].flatMap((line) => {
      const text = JSON.stringify({ ...line, payment_tx: null });
      const other = first.get(line.line_id);
      if (other === undefined) first.set(line.line_id, { text, name });
      return other === undefined || other.text === text ? [] : [`line ${line.line_id} in ${other.name} and ${name}`];
    }),
  );
}

function brokenChain(files: readonly VerifiedFile[]): string[] {
  return files.flatMap((later) =>
    files.flatMap((earlier) => {
      const [a, b] = [earlier.document.statement, later.document.statement];
      const same = a.author_id === b.author_id && a.currency === b.currency && a.id !== b.id;
      if (!same) return [];
      const [begins, ends] = [BigInt(a.after_tx), BigInt(a.cutoff_tx)];
      if (BigInt(b.after_tx) >= begins && BigInt(b.after_tx) < ends && BigInt(b.cutoff_tx) > begins)
        return [`${later.name} begins at ${b.after_tx}, before ${earlier.name} ends at ${a.cutoff_tx}`];
      if (a.cutoff_tx !== b.after_tx) return [];
      const carried = BigInt(a.carried_minor) + BigInt(a.held_minor);
      if (BigInt(b.opening_minor) === carried) return [];
      return [`${later.name} opens with ${b.opening_minor}, ${earlier.name} carried ${carried}`];
    }),
  );
}

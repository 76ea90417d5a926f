import {
  parseStatement,
  StatementUnreadable,
  verifyStatements,
  type StatementCheck,
  type StatementVerdict,
  type VerifiedFile,
} from '@portal/statement-proof';
import type { Arguments, Command } from '../command.js';
import { asUrl, readInput } from '../input.js';
import { Interrupted, paint, UsageError, type Io } from '../io.js';
import { stoppableTransport } from '../transport.js';
import { plain, toJson, wrap } from '../output/text.js';

const MAX_BYTES = 64 * 1024 * 1024;
const ROOT = /^[0-9a-f]{64}$/i;

/** Roots from `--root` and, when requested, from the portal's public list. @throws UsageError */
async function rootsOf(args: Arguments, io: Io): Promise<string[]> {
  const given =
    args
      .text('root')
      ?.split(',')
      .map((root) => root.trim()) ?? [];
  const wrong = given.find((root) => !ROOT.test(root));
  if (wrong !== undefined)
    throw new UsageError(
      `--root must be 64 hexadecimal digits, or several roots separated by commas. Not valid: ${wrong}`,
    );
  const portal = args.text('portal');
  if (portal === undefined) return given;
  const url = asUrl(portal);
  if (!url) throw new UsageError('--portal must be the URL of the portal, for example https://portal.example.com');
  const transport = stoppableTransport(io);
  try {
    const answer = await transport({
      method: 'GET',
      url: new URL('/api/public/statement-roots', url).href,
      headers: {},
    });
    if (io.stop.aborted) throw new Interrupted('Interrupted. Nothing was verified.');
    if ('failure' in answer || answer.status !== 200)
      throw new UsageError(
        `Could not read the published roots from ${url.origin}: ${'failure' in answer ? answer.failure : `status ${answer.status}`}.`,
        'unreadable_input',
      );
    return [...given, ...rootsIn(Buffer.from(answer.body).toString('utf8'), url.origin)];
  } finally {
    transport.close();
  }
}

function rootsIn(text: string, origin: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data: { items: { root: string }[] } };
    return data.items.map(({ root }) => root).filter((root) => ROOT.test(root));
  } catch {
    throw new UsageError(`The response from ${origin} is not a list of roots.`, 'unreadable_input');
  }
}

/** Reads one file; a file that is not a statement gets a verdict of its own. */
async function readStatement(io: Io, name: string): Promise<VerifiedFile | StatementVerdict> {
  const text = Buffer.from(await readInput(io, name, MAX_BYTES)).toString('utf8');
  try {
    return { name, document: parseStatement(text) };
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    const check = {
      code: 'format',
      title: 'The file is an unchanged statement',
      ok: false,
      detail: error.message,
    };
    return { file: name, statement: null, checks: [check] };
  }
}

function print(io: Io, verdicts: readonly StatementVerdict[], withPassed: boolean): void {
  for (const { file, statement, checks } of verdicts) {
    const ok = checks.every((check) => check.ok);
    const of = statement === null ? '' : `  ${plain(statement.author_name)}  ${statement.month} ${statement.currency}`;
    io.out(
      `${ok ? paint(io, 'green', 'PASS') : paint(io, 'red', 'FAIL')}  ${plain(file ?? 'between the files')}${of}\n`,
    );
    for (const check of checks) if (withPassed || !check.ok) io.out(line(io, check));
    if (ok && statement !== null)
      io.out(
        `      paid ${statement.paid_minor}, carried forward ${statement.carried_minor}, on hold ${statement.held_minor} (minor units); ${plain(statement.transfer_id ?? 'no transfer')}\n`,
      );
  }
}

function line(io: Io, check: StatementCheck): string {
  const mark = check.ok ? paint(io, 'green', 'ok   ') : paint(io, 'red', 'wrong');
  return `    ${mark} ${check.title}\n          ${paint(io, 'dim', wrap(plain(check.detail), io.width, 10))}\n`;
}

/** `drive verify-statement <file> [<file> ...]`. */
export const verifyStatement: Command = {
  usage: '<file> [<file> ...] [--root HEX[,HEX ...]] [--portal URL] [--all] [--json]',
  details: `
Verifies statements in JSON format without relying on the portal: the amounts and revenue split of every line, the
running total, lines against payments, payments and other bookings against the amounts paid, carried forward and on
hold, and the proof that the statement is part of the published tree of its month. With several files, also checks
that no line appears twice and that each statement opens with the amount that the previous one carried forward.
Use - for standard input.

  --root HEX    published root of the month, from the portal or from anyone who kept a copy; with several files,
                the newest root also covers the earlier months
  --portal URL  fetch the published roots from a portal
  --all         also print the checks that passed
  --json        print {ok, files: [{file, statement, checks}]} as one JSON document

Without --root or --portal there is nothing to compare with, so no statement passes.

Exit codes: 0 all checks passed, 1 a check failed, 2 wrong usage or unreadable input.

Example: drive verify-statement november.json --root 5d2f...`,
  options: {
    root: { type: 'string' },
    portal: { type: 'string' },
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  needs: ['file'],
  takesMore: true,
  async run(args, io) {
    if (args.positionals.filter((name) => name === '-').length > 1)
      throw new UsageError('Only one file can come from standard input.');
    const roots = await rootsOf(args, io);
    const files: VerifiedFile[] = [];
    const unreadable: StatementVerdict[] = [];
    for (const name of args.positionals) {
      const read = await readStatement(io, name);
      if ('document' in read) files.push(read);
      else unreadable.push(read);
    }
    const verdicts = [...unreadable, ...verifyStatements(files, roots)];
    const ok = verdicts.every(({ checks }) => checks.every((check) => check.ok));
    if (args.flag('json')) io.out(`${toJson({ ok, files: verdicts })}\n`);
    else print(io, verdicts, args.flag('all'));
    return ok ? 0 : 1;
  },
};

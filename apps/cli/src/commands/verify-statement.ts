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
import { stoppableTransport } from '../stoppable.js';
import { plain, toJson, wrap } from '../output/text.js';

const MAX_BYTES = 64 * 1024 * 1024;
const ROOT = /^[0-9a-f]{64}$/i;

/** Roots from `--root` and, when asked for, from the portal's public list. @throws UsageError */
async function rootsOf(args: Arguments, io: Io): Promise<string[]> {
  const given =
    args
      .text('root')
      ?.split(',')
      .map((root) => root.trim()) ?? [];
  const wrong = given.find((root) => !ROOT.test(root));
  if (wrong !== undefined) throw new UsageError(`--root takes 64 hexadecimal digits, several with commas: ${wrong}`);
  const portal = args.text('portal');
  if (portal === undefined) return given;
  const url = asUrl(portal);
  if (!url) throw new UsageError('--portal takes the address of the portal, for example https://portal.example.com');
  const transport = stoppableTransport(io);
  try {
    const answer = await transport({
      method: 'GET',
      url: new URL('/api/public/statement-roots', url).href,
      headers: {},
    });
    if (io.stop.aborted) throw new Interrupted('Interrupted; nothing was verified.');
    if ('failure' in answer || answer.status !== 200)
      throw new UsageError(
        `The roots cannot be read from ${url.origin}: ${'failure' in answer ? answer.failure : `status ${answer.status}`}.`,
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
    throw new UsageError(`${origin} answered with something else than a list of roots.`, 'unreadable_input');
  }
}

/** Reads one file; one that is no statement becomes a verdict of its own. */
async function readStatement(io: Io, name: string): Promise<VerifiedFile | StatementVerdict> {
  const text = Buffer.from(await readInput(io, name, MAX_BYTES)).toString('utf8');
  try {
    return { name, document: parseStatement(text) };
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    const check = {
      code: 'format',
      title: 'The file is a statement, as it was written',
      ok: false,
      detail: error.message,
    };
    return { file: name, statement: null, checks: [check] };
  }
}

function tell(io: Io, verdicts: readonly StatementVerdict[], withPassed: boolean): void {
  for (const { file, statement, checks } of verdicts) {
    const ok = checks.every((check) => check.ok);
    const of = statement === null ? '' : `  ${plain(statement.author_name)}  ${statement.month} ${statement.currency}`;
    io.out(
      `${ok ? paint(io, 'green', 'PASS') : paint(io, 'red', 'FAIL')}  ${plain(file ?? 'between the files')}${of}\n`,
    );
    for (const check of checks) if (withPassed || !check.ok) io.out(line(io, check));
    if (ok && statement !== null)
      io.out(
        `      paid ${statement.paid_minor}, carried ${statement.carried_minor}, held ${statement.held_minor} (minor units); ${plain(statement.transfer_id ?? 'no transfer')}\n`,
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
Checks statements (the JSON form) without the portal's help: every line's arithmetic and split, the running total,
lines against payments, payments and other bookings against what was paid, carried and held, and the proof that the
statement stands in the published tree of its month. Of several files also that no line stands in two, and that each
opens with what the one before carried. - reads standard input.

  --root HEX    the published root of the month, from the portal's page of roots or from anybody who kept it;
                of several files, the newest one also vouches for the months before
  --portal URL  fetches the published roots from a portal
  --all         tells the checks that hold, too
  --json        print {ok, files: [{file, statement, checks}]} as one JSON document

Without --root or --portal there is nothing to compare with, and no statement passes.

Exit code: 0 everything holds; 1 something does not, told with its place; 2 wrong usage or unreadable input.

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
      throw new UsageError('Only one of the files can come from standard input.');
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
    else tell(io, verdicts, args.flag('all'));
    return ok ? 0 : 1;
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import { countsText, type Finding } from '@portal/conformance';
import type { Arguments } from './command.js';
import { asUrl } from './input.js';
import { Interrupted, paint, UsageError, type ExitCode, type Io } from './io.js';
import { inFull } from './output/render.js';
import { plain, toJson } from './output/text.js';
import { stoppableTransport } from './transport.js';

const POLL_MS = 2_000;
const RUNNING = ['received', 'validating'];
const TROUBLED = ['failed', 'changes_requested', 'rejected'];

/** Marks what may be null in a sample. */
class Maybe {
  constructor(readonly of: unknown) {}
}
const maybe = <T>(of: T): T | null => new Maybe(of) as unknown as T;

/** Samples of the answers, as far as they are used; a list is one of its first. */
const DRIVE = {
  ...{ id: '', slug: '', name: '', state: '', notes: [{}] },
  ...{ live_version: maybe(''), last_checked_at: maybe(''), latest_submission_id: maybe('') },
};
const CASE = {
  holds: [{ party: '', why: '', passes: '' }],
  queue: maybe({ position: 0, waiting: 0, usual_ms: maybe(0) }),
};
const SUBMISSION = {
  ...{ state: '', version: maybe(''), decision: maybe({ reason: '' }) },
  checks: [{ findings: [{ id: '', level: '', cause: '', fix: '', spec: '' } as unknown as Finding] }],
  check_counts: { total: 0, passed: 0, warned: 0, failed: 0, errored: 0, observed: 0, not_run: 0 },
};

/** A Drive, what holds it, and its newest submission. */
interface Status {
  readonly drive: typeof DRIVE;
  readonly case: typeof CASE;
  readonly submission: typeof SUBMISSION | null;
}

export const PORTAL_OPTIONS = {
  portal: { type: 'string' },
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const PORTAL_HELP = `
  --watch       wait until the checks have run, then print their result
  --portal URL  the portal (default: DRIVE_PORTAL_URL)
  --json        print {ok, drives: [{drive, case, submission}]} as one JSON document

The API token is read from DRIVE_PORTAL_TOKEN. An owner of your organisation creates it on the page "API tokens";
submit and publish need one with write access.

Exit codes: 0 nothing is wrong, 1 the portal refused, checks failed, a reviewer asks for changes or has rejected, or the
manifest is not followed, 2 wrong usage, no valid token, or no answer from the portal.`;

/** `data` of an answer of the portal, which is like the sample. @throws UsageError */
type Ask = <T>(method: 'GET' | 'POST', path: string, like: T, body?: object) => Promise<T>;

function isLike(value: unknown, like: unknown): boolean {
  if (like instanceof Maybe) return value === null || isLike(value, like.of);
  if (Array.isArray(like)) return Array.isArray(value) && value.every((one) => isLike(one, like[0]));
  if (typeof like !== 'object' || typeof value !== 'object' || value === null)
    return typeof value === typeof like && value !== null;
  return Object.entries(like!).every(([key, one]) => isLike((value as Record<string, unknown>)[key], one));
}

/** The author's Drives of these slugs or ids, or all. @throws UsageError for one that is none of them */
export async function drivesOf(ask: Ask, names: readonly string[]): Promise<readonly (typeof DRIVE)[]> {
  const { items } = await ask('GET', '/author/drives', { items: [DRIVE] });
  if (names.length === 0) return items;
  return names.map((name) => {
    const found = items.find(({ id, slug }) => id === name || slug === name);
    if (found) return found;
    throw new UsageError(
      `Your organisation has no Drive "${name}", but these: ${items.map(({ slug }) => slug).join(', ')}.`,
    );
  });
}

/**
 * Runs a command of an author against the portal, and prints the Drives that it returns.
 * @param act `before` of a Drive is its last check: it is done only once it was checked again
 */
export async function withPortal(
  args: Arguments,
  io: Io,
  act: (ask: Ask) => Promise<readonly { readonly id: string; readonly before?: string | null }[]>,
): Promise<ExitCode> {
  const url = asUrl(args.text('portal') ?? io.env.DRIVE_PORTAL_URL ?? '');
  if (!url) throw new UsageError('--portal must be the URL of the portal, for example https://portal.example.com');
  const token = io.env.DRIVE_PORTAL_TOKEN?.trim();
  if (!token)
    throw new UsageError('DRIVE_PORTAL_TOKEN is not set. The API token is read from it only.', 'missing_secret');
  const transport = stoppableTransport(io);
  const ask: Ask = async (method, path, like, body) => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await transport({ method, url: `${url.origin}/api/v1${path}`, headers, ...content });
    if (io.stop.aborted) throw new Interrupted('Interrupted. What the portal received stays there.');
    if ('failure' in answer)
      throw new UsageError(`No answer from ${url.origin}: ${answer.failure}.`, 'unreadable_input');
    return dataOf(answer.status, await new Response(answer.body).json().catch(() => null), url.origin, like);
  };
  try {
    const drives: Status[] = [];
    for (const { id, before } of await act(ask)) {
      let status = await statusOf(ask, id);
      while (args.flag('watch') && !isDone(status, before)) {
        // Ctrl-C ends it early, and the next question reports that.
        await pause(POLL_MS, undefined, { signal: io.stop }).catch(() => undefined);
        status = await statusOf(ask, id);
      }
      drives.push(status);
    }
    const ok = drives.every(isFine);
    if (args.flag('json')) io.out(`${toJson({ ok, drives }, 2)}\n`);
    else for (const status of drives) print(io, status);
    return ok ? 0 : 1;
  } finally {
    transport.close();
  }
}

function dataOf<T>(status: number, body: unknown, origin: string, like: T): T {
  type Body = { data?: T; error?: string; message?: string; details?: { message: string }[] };
  const { data, error, message, details = [] } = (body ?? {}) as Body;
  if (status < 300 && isLike(data, like)) return data!;
  if (typeof error !== 'string')
    throw new UsageError(`${origin} answers ${status}, but not as the API of a portal.`, 'unreadable_input');
  // A refusal has been understood; a token that is not valid is a mistake in the call.
  throw new UsageError([message, ...details.map((one) => one.message)].join(' '), error, status === 401 ? 2 : 1);
}

async function statusOf(ask: Ask, driveId: string): Promise<Status> {
  const drive = await ask('GET', `/author/drives/${driveId}`, DRIVE);
  const id = drive.latest_submission_id;
  const held = await ask('GET', `/author/drives/${driveId}/case`, CASE);
  return { drive, case: held, submission: id === null ? null : await ask('GET', `/submissions/${id}`, SUBMISSION) };
}

const isDone = ({ drive, submission }: Status, before: string | null | undefined): boolean =>
  !RUNNING.includes(submission?.state ?? '') && (before === undefined || drive.last_checked_at !== before);

const isFine = ({ drive, submission }: Status): boolean =>
  drive.notes.length === 0 && !TROUBLED.includes(submission?.state ?? '');

function print(io: Io, status: Status): void {
  const { drive, submission } = status;
  const mark = isFine(status) ? paint(io, 'green', 'OK  ') : paint(io, 'red', 'FAIL');
  const live = drive.live_version === null ? '' : `, live ${drive.live_version}`;
  const lines = [`${mark}  ${plain(`${drive.name} (${drive.slug}): ${drive.state}${live}`)}`];
  const { holds, queue } = status.case;
  const more = holds.map(({ party, why, passes }) => `${why} ${passes} (${party.replace('_', ' ')})`);
  if (queue) {
    const usual = queue.usual_ms === null ? 'not known yet' : `${Math.ceil(queue.usual_ms / 3_600_000)} h`;
    more.push(
      `number ${queue.position} of ${queue.waiting} in the queue (highest risk first, then longest wait); usual time: ${usual}`,
    );
  }
  if (submission) {
    const { version, state, check_counts: counts, decision } = submission;
    more.push(
      `submission ${version ?? 'without a version'}: ${state}`,
      countsText(counts),
      ...(decision ? [decision.reason] : []),
    );
  }
  lines.push(...more.map((text) => `      ${plain(text)}`));
  const findings = submission?.checks.flatMap((check) => check.findings) ?? [];
  for (const finding of findings) if (finding.level === 'error') lines.push('', inFull(io, finding, true));
  io.out(`${lines.join('\n')}\n`);
}

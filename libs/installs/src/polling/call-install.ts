import { Injectable } from '@nestjs/common';
import { parseEnvelope, type EnvelopeResult } from '@portal/contract';
import { SealedBox } from '@portal/platform/crypto';
import type { OutboundError, OutboundResponse } from '@portal/platform/outbound';
import { DriveCaller, type DriveCall } from '@portal/secrets';
import type { ReadableInstall } from './readable-installs.repository.js';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { refusalOf } from '../install/domain/token-refusal.js';
import { WatchToken } from '../install/handshake/watch-token.js';
import type { ReadingProblem } from './domain/reading.js';

const TIMEOUT_MS = 5_000;
const MAX_MESSAGE = 500;

type Path = Pick<DriveCall, 'origin' | 'path' | 'timeoutMs' | 'maxBytes' | 'onAccepted'>;

type Answered = Pick<OutboundResponse, 'status' | 'body'>;

/** The Drive answered, and it is no use. */
export class DriveRefusal extends Error {
  constructor(
    readonly problem: ReadingProblem,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Calls to the Drive of one install, as the install (scoped token) unless another token or none is given. */
@Injectable()
export class CallInstall {
  constructor(
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
    private readonly watchToken: WatchToken,
  ) {}

  /** `data` of the answer. @throws DriveRefusal, OutboundError, AppError `signing_key_missing` */
  async ask(install: ReadableInstall, path: Path): Promise<Record<string, unknown>> {
    const answer = await this.drives.call({ ...this.callOf(install, path), ...this.bearerOf(install) });
    await this.watchToken.execute(install, answer);
    return dataOf(answer, path);
  }

  /** Without signature and token (contract: Authentication 8); `data`, and how long the answer took, ms. @throws DriveRefusal, OutboundError */
  async askPublic(path: Path): Promise<{ data: Record<string, unknown>; durationMs: number }> {
    const answer = await this.drives.callPublic({ timeoutMs: TIMEOUT_MS, ...path });
    return { data: dataOf(answer, path), durationMs: answer.durationMs };
  }

  /**
   * Passes on the body of a good answer in chunks, and returns why it ended early, if it did.
   * @param bearer instead of the install's own; null: none
   */
  async stream(
    install: ReadableInstall,
    path: Path & { bearer?: string | null },
    onBody: (piece: Buffer) => Promise<boolean>,
  ): Promise<OutboundError | 'enough' | undefined> {
    const { bearer, ...where } = path;
    const call = this.callOf(install, where);
    // Without a token it is not the install that asks: the Drive's own key signs.
    const asked: DriveCall =
      bearer === null
        ? { ...where, driveId: install.driveId, method: 'GET' }
        : { ...call, ...(bearer === undefined ? this.bearerOf(install) : { bearer }) };
    const answer = await this.drives.call({ ...asked, onBody });
    if (bearer === undefined) await this.watchToken.execute(install, answer);
    if (answer.status !== 200) throw refusal(answer, where);
    return answer.cut;
  }

  private callOf(install: ReadableInstall, path: Path): DriveCall {
    const { driveId, tenantId, id: installId } = install;
    return { timeoutMs: TIMEOUT_MS, ...path, driveId, tenantId, installId, method: 'GET' };
  }

  bearerOf(install: Pick<ReadableInstall, 'id' | 'scopedToken'>): { bearer: string } {
    return { bearer: this.box.open(install.scopedToken ?? '', tokenSeal(install.id)).reveal() };
  }
}

function dataOf(answer: Answered, where: Pick<Path, 'path'>): Record<string, unknown> {
  if (answer.status !== 200) throw refusal(answer, where);
  const parsed = parseEnvelope(answer.body, { inexactNumbers: 'text' });
  if (!parsed.ok || !parsed.envelope.ok) throw malformed(parsed, where.path);
  return parsed.envelope.data;
}

const NO_JSON = new Set(['json_syntax', 'json_encoding']);

/** What is wrong with a body of HTTP 200 that is not the envelope of a success. */
export function malformed(parsed: EnvelopeResult, path: string): DriveRefusal {
  const [issue] = parsed.issues;
  const place = issue?.line === undefined ? '' : ` (line ${issue.line}, column ${issue.column})`;
  const what = parsed.ok && !parsed.envelope.ok ? `It says: ${parsed.envelope.error}` : `${issue?.message}${place}`;
  const kind = NO_JSON.has(issue?.code ?? '') ? 'no JSON' : 'no answer that we can read';
  const message = `The plugin answered ${path.split('?')[0]} with HTTP 200 and ${kind}. ${what}`;
  return new DriveRefusal('malformed_answer', 200, message.slice(0, MAX_MESSAGE));
}

/** What the Drive does with a call, by the problem. */
const REFUSES: Readonly<Record<ReturnType<typeof refusalOf>, string>> = {
  token_refused: 'refuses its own token',
  signature_refused: 'refuses our signature',
  clock_skew: 'refuses the time of our signature',
  unauthorized: 'refuses our call without a reason that we know',
};

function refusal({ status, body }: Answered, { path }: Pick<Path, 'path'>): DriveRefusal {
  const at = path.split('?')[0];
  if (status === 401) {
    const problem = refusalOf(body);
    return new DriveRefusal(problem, status, `The plugin ${REFUSES[problem]} at ${at} (HTTP 401).`);
  }
  const problem = status === 402 ? 'quota_exceeded' : 'http_status';
  return new DriveRefusal(problem, status, `The plugin answered ${at} with HTTP ${status}.`);
}

import { Injectable } from '@nestjs/common';
import { parseEnvelope } from '@portal/contract';
import { SealedBox } from '@portal/platform/crypto';
import type { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, type DriveCall } from '@portal/secrets';
import type { ReadableInstall } from './readable-installs.repository.js';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { WatchToken } from '../install/handshake/watch-token.js';
import type { ReadingProblem } from './domain/reading.js';

const TIMEOUT_MS = 5_000;

type Path = Pick<DriveCall, 'origin' | 'path' | 'timeoutMs' | 'maxBytes' | 'onAccepted'>;

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
    if (answer.status !== 200) throw refusal(answer.status, where);
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

function dataOf(answer: { status: number; body: Buffer }, where: Path): Record<string, unknown> {
  if (answer.status !== 200) throw refusal(answer.status, where);
  const parsed = parseEnvelope(answer.body);
  if (!parsed.ok || !parsed.envelope.ok) throw refusal(200, where);
  return parsed.envelope.data;
}

const PROBLEMS: Readonly<Record<number, ReadingProblem>> = {
  200: 'malformed_answer',
  401: 'token_refused',
  402: 'quota_exceeded',
};

const refusal = (status: number, { path }: Path): DriveRefusal =>
  new DriveRefusal(
    PROBLEMS[status] ?? 'http_status',
    status,
    `The plugin answered ${path.split('?')[0]} with HTTP ${status}.`,
  );

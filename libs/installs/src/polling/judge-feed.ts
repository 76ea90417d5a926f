import { Injectable } from '@nestjs/common';
import { eventDigest, eventIdentity, parseEventRow, type EventRow } from '@portal/contract';
import { Ids, Secret } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { readRow } from './domain/judge-row.js';
import { EventRowStream } from './domain/event-row-stream.js';
import { EventFeedsRepository } from './event-feeds.repository.js';
import { CallInstall, DriveRefusal } from './call-install.js';
import type { ReadableInstall } from './readable-installs.repository.js';

const MAX_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Whether a Drive answers its events by token. Rows that name nobody belong to an install only then: the same request
 * is made with the token of another tenant's install, or with a made-up one, and the answer must not contain the same
 * rows (decision 14).
 */
@Injectable()
export class JudgeFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: EventFeedsRepository,
    private readonly call: CallInstall,
    private readonly ids: Ids,
  ) {}

  /**
   * @param asked where the rows that name nobody came from
   * @throws OutboundError, DriveRefusal when the Drive does not answer: the rows are then read again later
   */
  async execute(
    install: ReadableInstall,
    asked: { origin: string; path: string; contract: number; rows: readonly EventRow[] },
  ): Promise<boolean> {
    const { driveId } = install;
    const { verdict, other } = await this.transactor.run(async (tx) => {
      const another = await this.feeds.another(tx, install);
      return { other: another, verdict: await this.feeds.verdict(tx, driveId, another !== undefined) };
    });
    if (verdict?.settled) return verdict.shared;
    const bearer = other ? this.call.bearerOf(other).bearer : new Secret(`none_${this.ids.next()}`).reveal();
    const same = await this.sameRows(install, { ...asked, bearer });
    const shared = same === true;
    await this.transactor.run(async (tx) => {
      // A refused token of the other install proves no more than a made-up one.
      const comparedWith = other && same !== 'refused' ? 'install' : 'stranger';
      if (!(await this.feeds.judge(tx, driveId, { shared, comparedWith }))) return;
      await tx.audit(SYSTEM_ACTOR, 'drive.events_shared', ['drive', driveId], {
        after: { compared_with: comparedWith },
      });
    });
    return shared;
  }

  private async sameRows(
    install: ReadableInstall,
    {
      rows,
      bearer,
      contract,
      ...where
    }: { origin: string; path: string; contract: number; rows: readonly EventRow[]; bearer: string },
  ): Promise<boolean | 'refused'> {
    const key = (row: EventRow): string => `${eventIdentity(row)} ${eventDigest(row)}`;
    const ours = new Set(rows.map(key));
    let same = false;
    const stream = new EventRowStream();
    try {
      const cut = await this.call.stream(
        install,
        { ...where, bearer, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
        async (piece) => {
          same ||= stream.push(piece).some((one) => {
            const parsed = 'bytes' in one ? readRow(one.bytes) : undefined;
            const read = parsed?.ok ? parseEventRow(parsed.value, '', contract) : undefined;
            return read?.ok === true && ours.has(key(read.row));
          });
          return !same;
        },
      );
      if (!same && cut !== undefined && cut !== 'enough' && cut.reason !== 'too_large') throw cut;
      return same;
    } catch (error) {
      // A call with another token is refused, so rows are given by token. Other failures prove nothing.
      if (error instanceof DriveRefusal && [400, 401, 403, 404].includes(error.status)) return 'refused';
      throw error;
    }
  }
}

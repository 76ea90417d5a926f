import { Injectable } from '@nestjs/common';
import { commonErrors, invariant, required, utcMinute } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { approvalErrors } from '../errors.js';
import { ClaimEntity } from './claim.entity.js';
import { nextCase, openCase, type OpenCase } from './read/cases-sql.js';

const detail = (pointer: string, code: string, message: string) => ({ pointer, code, message });
const sentence = ({ holderName, heldSince, heldUntil }: ClaimEntity): string =>
  `${holderName} has held it since ${utcMinute(heldSince)}, until ${utcMinute(heldUntil)}.`;

/** Who works on which case: claimed, kept while working, taken over, released. The database refuses own organisations. */
@Injectable()
export class Claims {
  private readonly hooks = new Map<string, (tx: Tx, actor: Actor, id: string) => Promise<void>>();

  constructor(
    private readonly transactor: Transactor,
    private readonly config: Config,
  ) {}

  /** What else a claim of such a case does. */
  on(kind: OpenCase['kind'], then: (tx: Tx, actor: Actor, id: string) => Promise<void>): void {
    this.hooks.set(kind, then);
  }

  /**
   * The caller gets the case, or keeps it for longer.
   * @throws AppError `case_not_open` (404), `own_organization`, `case_of_own_decision` (403), `case_claimed` (409) when
   *   another reviewer claimed it and `takeover` is not set.
   */
  take(actor: Actor, id: string, takeover = false): Promise<void> {
    return this.transactor.run((tx) => this.claim(tx, actor, id, takeover));
  }

  /**
   * Claims the first case of a queue that the reviewer may decide, and returns it. Two concurrent callers get two: a locked
   * one is skipped, and one that was claimed between the query and the lock is passed.
   * @throws AppError `no_case_waiting` (404)
   */
  next(actor: Actor, of: 'submission' | 'application', only?: string): Promise<string> {
    return this.transactor.run(async (tx) => {
      for (const passed: string[] = []; ;) {
        const id = await nextCase(tx, [of, actor.userId, only ?? null, passed]);
        if (id === null) throw approvalErrors.no_case_waiting();
        if (!(await this.of(tx, id))) return this.claim(tx, actor, id).then(() => id);
        passed.push(id);
      }
    });
  }

  private async claim(tx: Tx, actor: Actor, id: string, takeover = false): Promise<void> {
    const open = required(await openCase(tx, id), approvalErrors.case_not_open);
    const claim = await this.of(tx, id);
    const own = claim?.holderId === actor.userId;
    if (claim && !own && !takeover)
      throw approvalErrors.case_claimed({ details: [detail('/holder', 'held_by', sentence(claim))] });
    await this.hold(tx, actor, open, own ? claim?.heldSince : tx.now);
    if (own) return;
    await tx.audit(actor, claim ? 'review.taken_over' : 'review.taken', [open.kind, id], {
      before: claim ? { holder: claim.holderName, since: claim.heldSince.toISOString() } : null,
      after: { holder: actor.name },
    });
    await this.hooks.get(open.kind)?.(tx, actor, id);
  }

  /** Work on a case keeps it. @throws AppError `case_not_claimed` (409) with who has it and who asks. */
  async extend(tx: Tx, actor: Actor, id: string): Promise<void> {
    await this.assertClaimed(tx, actor, id);
    await tx.manager.update(ClaimEntity, { subjectId: id }, { heldUntil: this.until(tx) });
  }

  /** @throws AppError `case_not_claimed` (409) */
  async assertClaimed(tx: Tx, actor: Actor, id: string): Promise<void> {
    const claim = await this.of(tx, id);
    if (claim?.holderId === actor.userId) return;
    throw commonErrors.case_not_claimed({
      details: [
        detail('/holder', 'held_by', claim ? sentence(claim) : 'Nobody holds this case now.'),
        detail('/you', 'you', `You are ${actor.name}.`),
      ],
    });
  }

  /** Before its time runs out; has no effect when it is not the caller's. @throws AppError `case_not_open` (404) */
  release(actor: Actor, subjectId: string): Promise<void> {
    return this.transactor.run(async (tx) => {
      required(await openCase(tx, subjectId), approvalErrors.case_not_open);
      const claim = await this.of(tx, subjectId);
      if (!claim || claim.holderId !== actor.userId) return;
      await tx.manager.delete(ClaimEntity, { subjectId });
      await tx.audit(actor, 'review.released', [claim.kind, subjectId], { before: { holder: actor.name } });
    });
  }

  /** Undefined when nobody has the case now. */
  private async of(tx: Tx, subjectId: string): Promise<ClaimEntity | undefined> {
    const claim = await tx.manager.findOneBy(ClaimEntity, { subjectId });
    return claim && claim.heldUntil > tx.now ? claim : undefined;
  }

  private async hold(
    tx: Tx,
    actor: Actor,
    { id: subjectId, kind, orgId }: OpenCase,
    heldSince = tx.now,
  ): Promise<void> {
    invariant(actor.userId, 'a reviewer is a person');
    const holder = { holderId: actor.userId, holderName: actor.name, heldSince, heldUntil: this.until(tx) };
    await tx.manager
      .upsert(ClaimEntity, { subjectId, kind, orgId, ...holder }, ['subjectId'])
      .catch((error: unknown) => {
        throw refusalOf(error, { appeals_other_person: approvalErrors.case_of_own_decision });
      });
  }

  private until(tx: Tx): Date {
    return new Date(tx.now.getTime() + this.config.review.holdMinutes * 60_000);
  }
}

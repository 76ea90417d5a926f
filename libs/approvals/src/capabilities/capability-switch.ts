import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, utcDay, utcMinute } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '../approval-kind.js';
import { approvalErrors } from '../errors.js';
import { CapabilitySwitchEntity } from './capability-switch.entity.js';
import { CapableThings, type FoundThing } from './capable-things.js';

export interface CapabilityOff {
  readonly thing: string;
  readonly thing_id: string;
  readonly capability: string;
  /** RFC 3339 in UTC. */
  readonly until: string;
}

const YEAR_MS = 366 * 24 * 3_600_000;

/** One capability of one thing, switched off until a time. Everybody who is refused by it is given its reason. */
@Injectable()
export class CapabilitySwitchKind implements ApprovalKind<CapabilityOff> {
  readonly kind = 'capability_switch';
  readonly subjectType = 'capability';
  readonly name = 'Capability switched off';
  readonly roles = ['admin', 'finance', 'reviewer'] as const;

  constructor(
    private readonly things: CapableThings,
    private readonly transactor: Transactor,
  ) {}

  /** @throws AppError `not_found` (404), `capability_unknown`, `capability_until` (400) */
  async subject(tx: Tx, off: CapabilityOff): Promise<ApprovalSubject> {
    const { words, name, organizations } = await this.found(tx, off);
    const ahead = new Date(off.until).getTime() - tx.now.getTime();
    if (!(ahead > 0 && ahead <= YEAR_MS)) throw new AppError(approvalErrors.capability_until);
    return {
      subjectId: `${off.thing}/${off.thing_id}/${off.capability}`,
      title: `${name} may not ${words} until ${utcDay(off.until)}`,
      organizations,
    };
  }

  preview({ until }: CapabilityOff): Promise<ApprovalPreview> {
    const effects = [`Refused at once, with the reason, until ${utcMinute(until)} or until somebody ends it.`];
    return Promise.resolve({ effects });
  }

  /** @throws AppError `approval_role` (403), `capability_until` (400) */
  async apply(tx: Tx, { id, payload, reason }: Approved<CapabilityOff>, actor: Actor): Promise<void> {
    this.things.of(payload.thing, actor);
    const { organizations } = await this.found(tx, payload);
    const { thing, thing_id: thingId, capability } = payload;
    const until = new Date(payload.until);
    if (until <= tx.now) throw new AppError(approvalErrors.capability_until);
    await tx.manager.insert(CapabilitySwitchEntity, {
      approvalId: id,
      thing,
      thingId,
      capability,
      until,
      reason,
      organizations: [...organizations],
    });
  }

  /**
   * One person ends it early.
   * @throws AppError `not_found` (404), `own_organization`, `forbidden` (403), `capability_not_off` (409)
   */
  async end(actor: Actor, id: string, reason: string): Promise<CapabilitySwitchEntity> {
    return this.transactor
      .run(async (tx) => {
        const lock = { mode: 'pessimistic_write' } as const;
        const off = await tx.manager.findOne(CapabilitySwitchEntity, { where: { approvalId: id }, lock });
        if (!off) throw new AppError(commonErrors.not_found);
        this.things.of(off.thing, actor);
        if (off.endedAt !== null || off.until <= tx.now) throw new AppError(approvalErrors.capability_not_off);
        const ended = { endedBy: actor.userId, endedByName: actor.name, endedAt: tx.now, endReason: reason };
        await tx.manager.update(CapabilitySwitchEntity, { approvalId: id }, ended);
        const subject = `${off.thing}/${off.thingId}/${off.capability}`;
        await tx.audit(actor, 'capability_switch.ended', ['capability', subject], { after: { approval: id }, reason });
        return off;
      })
      .catch((error: unknown) => {
        throw refusalOf(error, { own_organization: commonErrors.own_organization });
      });
  }

  private async found(tx: Tx, off: CapabilityOff): Promise<FoundThing & { words: string }> {
    const thing = this.things.get(off.thing);
    const found = await thing.find(tx, off.thing_id);
    if (!found) throw new AppError(commonErrors.not_found);
    if (!Object.hasOwn(thing.table.words, off.capability)) throw new AppError(approvalErrors.capability_unknown);
    return { ...found, words: thing.table.words[off.capability]! };
  }
}

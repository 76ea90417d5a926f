import { Injectable } from '@nestjs/common';
import { checkConfigSchema, hasErrors, isEventKind, MAX_KIND_LENGTH } from '@portal/contract';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { HostEventKindEntity } from './host-events.entity.js';

/** Kind of the event that every plugin gets after an installation; the host has none of this kind. */
const PING = 'ping';

interface EventKind {
  readonly kind: string;
  readonly description: string;
  /** JSON Schema of payloads; null: any object. */
  readonly payloadSchema: object | null;
}

/** The host registers its kinds of events. Registering a kind again replaces its description and schema. */
@Injectable()
export class RegisterEventKind {
  constructor(private readonly transactor: Transactor) {}

  /** @throws AppError `event_kind_invalid` (422) */
  async execute({ kind, description, payloadSchema }: EventKind, actor: Actor): Promise<void> {
    if (!isEventKind(kind) || kind === PING)
      throw installsErrors.event_kind_invalid({
        details: [
          {
            pointer: '/kind',
            code: 'event_kind',
            message: `A kind is lower case such as contact.created, at most ${MAX_KIND_LENGTH} characters, and not "${PING}".`,
          },
        ],
      });
    const issues = payloadSchema === null ? [] : checkConfigSchema(payloadSchema, false);
    if (hasErrors(issues))
      throw installsErrors.event_kind_invalid({
        details: issues
          .filter(({ level }) => level === 'error')
          .map(({ pointer, code, message }) => ({ pointer: `/payload_schema${pointer}`, code, message })),
      });
    await this.transactor.run(async (tx) => {
      const before = await tx.manager.findOne(HostEventKindEntity, {
        where: { kind },
        lock: { mode: 'for_no_key_update' },
      });
      const registered = { kind, description, payloadSchema, changedAt: tx.now };
      await tx.manager.upsert(HostEventKindEntity, registered, ['kind']);
      const action = before ? 'event_kind.changed' : 'event_kind.registered';
      await tx.audit(actor, action, ['event_kind', kind], {
        ...(before && { before: { description: before.description, payload_schema: before.payloadSchema } }),
        after: { description, payload_schema: payloadSchema },
      });
    });
  }
}

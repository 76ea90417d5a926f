import { Inject, Injectable, mixin, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { isUUID } from 'class-validator';
import type { PortalRequest } from '../access/access.js';
import type { Actor } from '../access/actor.js';

/**
 * Guards a stream at `:id/live`. Once a stream is open, no status can be sent, so a caller who may not see the row is
 * refused before.
 * @param reads the provider that can read the rows
 * @param assertVisible throws the same AppError (404) for a missing row and for another owner's. Ids that are not UUIDs
 *   are refused by the route's pipe with 400
 */
export function streamGuard<T>(
  reads: abstract new (...args: never[]) => T,
  assertVisible: (reads: T, id: string, actor: Actor) => Promise<unknown>,
): Type<CanActivate> {
  @Injectable()
  class StreamGuard implements CanActivate {
    constructor(@Inject(reads) private readonly rows: T) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { actor, params } = context.switchToHttp().getRequest<PortalRequest>();
      invariant(actor, 'a stream of rows with an owner is not public');
      const { id } = params as { id: string };
      if (isUUID(id)) await assertVisible(this.rows, id, actor);
      return true;
    }
  }
  return mixin(StreamGuard);
}

/**
 * Guards a public stream at `:id/live`.
 * @param reads the provider that can read the rows
 * @param assertOpen throws the AppError with which the stream is refused, 404 for a missing row
 */
export function publicStreamGuard<T>(
  reads: abstract new (...args: never[]) => T,
  assertOpen: (reads: T, id: string) => Promise<unknown>,
): Type<CanActivate> {
  @Injectable()
  class PublicStreamGuard implements CanActivate {
    constructor(@Inject(reads) private readonly rows: T) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { params } = context.switchToHttp().getRequest<PortalRequest>();
      const { id } = params as { id: string };
      if (isUUID(id)) await assertOpen(this.rows, id);
      return true;
    }
  }
  return mixin(PublicStreamGuard);
}

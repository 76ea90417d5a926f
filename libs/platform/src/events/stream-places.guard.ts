import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SSE_METADATA } from '@nestjs/common/constants';
import { AppError, commonErrors } from '@portal/kernel';
import type { FastifyReply } from 'fastify';
import type { PortalRequest } from '../access/access.js';
import { callerKey } from '../http/limits/caller-key.js';

/** Maximum number of open streams in one process: per caller, and in total per kind. */
const PLACES = {
  /** By address. Low, so that anonymous callers cannot use up the streams of signed-in people. */
  anybody: { perCaller: 6, altogether: 120 },
  signedIn: { perCaller: 20, altogether: 1_000 },
};
const RETRY_MS = 10_000;

/**
 * Limits the number of event streams. Each one takes a place on any route and releases it when its connection closes.
 */
@Injectable()
export class StreamPlacesGuard implements CanActivate {
  private readonly open = { anybody: new Map<string, number>(), signedIn: new Map<string, number>() };
  private readonly total = { anybody: 0, signedIn: 0 };

  canActivate(context: ExecutionContext): boolean {
    if (Reflect.getMetadata(SSE_METADATA, context.getHandler()) !== true) return true;
    const request = context.switchToHttp().getRequest<PortalRequest>();
    const { actor } = request;
    const kind = actor ? 'signedIn' : 'anybody';
    this.take(kind, actor ? (actor.tokenId ?? actor.userId ?? actor.name) : callerKey(request.ip), context);
    return true;
  }

  private take(kind: keyof typeof PLACES, caller: string, context: ExecutionContext): void {
    const [open, { perCaller, altogether }] = [this.open[kind], PLACES[kind]];
    const taken = open.get(caller) ?? 0;
    if (taken >= perCaller || this.total[kind] >= altogether)
      throw new AppError(commonErrors.too_many_watchers, { retryAfterMs: RETRY_MS });
    open.set(caller, taken + 1);
    this.total[kind] += 1;
    // A later refusal also closes the connection.
    context
      .switchToHttp()
      .getResponse<FastifyReply>()
      .raw.once('close', () => {
        this.total[kind] -= 1;
        const left = open.get(caller)! - 1;
        if (left > 0) open.set(caller, left);
        else open.delete(caller);
      });
  }
}

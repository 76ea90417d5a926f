import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { sha256Hex } from '../crypto/sealed-box.js';
import type { PortalRequest } from '../access/access.js';
import type { Actor } from '../access/actor.js';
import { isFileBody } from './file-body.js';
import { IdempotencyKeys, Replay } from './idempotency-keys.js';

/**
 * `Idempotency-Key` on our own POSTs: the first answer is kept for 24 h and given again to every repeat; the same key with
 * another request is refused. Refusals (4xx, 5xx) are not kept. The answer is kept by the hook in answer-hook.ts. A file is
 * not read for this: what takes files tells a repeat by its digest.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly keys: IdempotencyKeys) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PortalRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string' || !request.actor || isFileBody(request)) return true;
    return this.take(request, request.actor, key);
  }

  private async take(request: PortalRequest, actor: Actor, key: string): Promise<boolean> {
    if (!/^[\x21-\x7e]{8,255}$/.test(key)) {
      throw new AppError(commonErrors.invalid_request, {
        details: [{ pointer: '/headers/idempotency-key', code: 'format', message: '8 to 255 printable characters' }],
      });
    }
    const taken = { scope: actor.tokenId === undefined ? (actor.userId ?? actor.name) : `token:${actor.tokenId}`, key };
    const hash = sha256Hex(`${request.method} ${request.url}\n${request.rawBody?.toString('utf8') ?? ''}`);
    const known = await this.keys.take(taken, hash);
    if (!known) {
      request.idempotency = taken;
      return true;
    }
    if (known.requestHash !== hash) throw new AppError(commonErrors.idempotency_key_reused);
    if (!known.answer) throw new AppError(commonErrors.idempotency_in_progress, { retryAfterMs: 1_000 });
    throw new Replay(known.answer.status, known.answer.data);
  }
}

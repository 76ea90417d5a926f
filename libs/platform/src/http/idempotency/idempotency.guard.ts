import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { sha256Hex } from '../../crypto/sealed-box.js';
import type { PortalRequest } from '../../access/access.js';
import type { Actor } from '../../access/actor.js';
import { setKeyedRequest } from '../../database/scope/data-scope.js';
import { isFileBody } from '../bodies/file-body.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const CHANGES_NOTHING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * `Idempotency-Key` on requests that change something: executed once, and the first response is repeated for 24 h. The
 * same key with another request is refused (decision 11). Refusals (4xx, 5xx) are not stored. The hook in
 * answer-hook.ts stores the response. Files are not read for this; routes that take files recognise a repeat by its
 * digest.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(private readonly keys: IdempotencyKeys) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<PortalRequest>();
    const key = request.headers['idempotency-key'];
    if (CHANGES_NOTHING.has(request.method) || typeof key !== 'string' || !request.actor || isFileBody(request))
      return true;
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
    request.idempotency = await this.keys.begin(taken, hash);
    setKeyedRequest(request.idempotency);
    return true;
  }
}

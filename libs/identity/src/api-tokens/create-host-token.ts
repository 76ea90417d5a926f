import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import { TOKEN_SCOPES, type Actor, type TokenScope } from '@portal/platform/access';
import { ownSession } from '../sessions/own-session.js';
import { CreateApiToken } from './create-api-token.js';
import { needsSecondAdmin, type ApiToken, type TokenAccess } from './domain/api-token.js';
import { HostTokenNotice } from './host-token-notice.js';

/** Default scopes of a token: all that its access allows and that need no second admin. */
export function scopesOf(access: TokenAccess = 'read'): TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => scope.endsWith(`:${access}`)).map((scope) =>
    needsSecondAdmin([scope]) ? 'operators:read' : scope,
  );
}

/** Creates a token for the host's services. A token that can add operators works once another admin has approved it. */
@Injectable()
export class CreateHostToken {
  constructor(
    private readonly create: CreateApiToken,
    private readonly notice: HostTokenNotice,
  ) {}

  /** @throws AppError `session_required` (403), `second_admin_missing` (409) */
  async execute(input: {
    actor: Actor;
    scopes: TokenScope[];
    name: string;
    days: number;
  }): Promise<{ token: ApiToken; secret: Secret }> {
    const { actor, scopes, name, days } = input;
    const { userId } = ownSession(actor);
    const others = needsSecondAdmin(scopes) ? await this.notice.otherAdmins(userId) : [];
    return this.create.execute({ actor, purpose: { kind: 'host', scopes }, name, days }, (tx) =>
      this.notice.waits(tx, others, { name, by: actor.name }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { TokenScope } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

interface HostToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

/** An API token with which a service of the host changes something, for any tenant. It works from the approval on. */
@Injectable()
export class HostTokenKind implements ApprovalKind<HostToken> {
  readonly kind = 'host_token';
  readonly subjectType = 'api_token';
  readonly name = 'API token of the host';
  readonly roles = ['admin'] as const;

  constructor(private readonly tokens: ApiTokensRepository) {}

  subject(_tx: Tx, { id, name, scopes }: HostToken): Promise<ApprovalSubject> {
    return Promise.resolve({ subjectId: id, title: `API token ${name} of the host: ${scopes.join(', ')}` });
  }

  preview({ scopes }: HostToken): Promise<ApprovalPreview> {
    const effects = [`Whoever holds the token may use ${scopes.join(', ')} of every tenant, from the next request on.`];
    return Promise.resolve({ effects });
  }

  /** @throws AppError `api_token_not_found` (404) when it was revoked or has expired */
  async apply(tx: Tx, { id, payload }: Approved<HostToken>): Promise<void> {
    if (!(await this.tokens.approve(tx, payload.id, id))) throw new AppError(identityErrors.api_token_not_found);
  }
}

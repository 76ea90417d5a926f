import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { KeyScopes, secretsErrors } from '@portal/secrets';
import { authorsErrors } from '../errors.js';
import { Drives } from './drives.js';

export interface FleetScope {
  readonly drive_id: string;
  readonly scope: 'drive' | 'fleet';
}

/** Whether the key of the fleet signs for a first-party Drive, or its own again. */
@Injectable()
export class FleetScopeKind implements ApprovalKind<FleetScope> {
  readonly kind = 'key_scope';
  readonly subjectType = 'drive';
  readonly name = 'Fleet secret';
  readonly roles = ['admin'] as const;
  readonly refusals = { drive_signing_first_party: secretsErrors.fleet_first_party_only };

  constructor(
    private readonly drives: Drives,
    private readonly scopes: KeyScopes,
  ) {}

  /** @throws AppError `drive_not_found` (404), `fleet_first_party_only`, `signing_key_missing` (409) */
  async subject(tx: Tx, { drive_id, scope }: FleetScope): Promise<ApprovalSubject> {
    const drive = await this.drives.get(drive_id, tx);
    if (!drive) throw new AppError(authorsErrors.drive_not_found);
    await this.scopes.assertMayChoose(tx, drive_id, scope);
    const title =
      scope === 'fleet' ? `The fleet secret signs for ${drive.name}` : `Its own secret signs for ${drive.name}`;
    return { subjectId: drive_id, title, organizations: [drive.orgId] };
  }

  preview(): Promise<ApprovalPreview> {
    return Promise.resolve({ effects: ['For 24 hours, the secret before is tried where the new one is refused.'] });
  }

  /** @throws AppError `fleet_first_party_only`, `signing_key_missing` (409) */
  async apply(tx: Tx, { id, payload, reason }: Approved<FleetScope>, actor: Actor): Promise<void> {
    const { drive_id: driveId, scope } = payload;
    await this.scopes.assertMayChoose(tx, driveId, scope);
    await this.scopes.choose(tx, { driveId, scope, actor, reason, approvalId: id });
  }
}

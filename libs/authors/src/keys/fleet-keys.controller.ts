import { Body } from '@nestjs/common';
import { ApprovalDetailView, Approvals, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData, PostPage } from '@portal/platform/http';
import { FleetScopeKind } from './fleet-scope.js';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { EndKeyDto, FleetScopeDto, RotateKeyDto } from '../applications/authors.dto.js';
import { issuedKeyView, IssuedKeyView, signingKeyView, SigningKeyView } from './keys.view.js';

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin')
export class FleetKeysController {
  constructor(
    private readonly keys: ManageFleetKeys,
    private readonly kind: FleetScopeKind,
    private readonly approvals: Approvals,
    private readonly read: ListApprovals,
  ) {}

  /** List the fleet's signing keys. Shared by all first-party Drives. Without their values. */
  @GetPage('fleet-keys', SigningKeyView)
  async list() {
    return { items: (await this.keys.list()).map(signingKeyView), next_cursor: null };
  }

  /** Create the fleet's first signing key. The secret is shown only once. */
  @PostData('fleet-keys/issue', IssuedKeyView, { status: 201 })
  async issue(@CurrentActor() actor: Actor) {
    return issuedKeyView(await this.keys.issue(actor));
  }

  /**
   * Rotate the fleet's signing key. The new secret is shown only once. The old one stays valid for 24 hours, or is
   * revoked immediately if it leaked.
   */
  @PostData('fleet-keys/rotate', IssuedKeyView, { status: 201 })
  async rotate(@CurrentActor() actor: Actor, @Body() body: RotateKeyDto) {
    return issuedKeyView(await this.keys.rotate(actor, { mode: body.mode, force: body.force, reason: body.reason }));
  }

  /** Revoke a signing key of the fleet. Only the older of two valid ones. */
  @PostPage('fleet-keys/:keyId/end', SigningKeyView)
  async revoke(@CurrentActor() actor: Actor, @IdParam('keyId') keyId: string, @Body() body: EndKeyDto) {
    const keys = await this.keys.end(actor, { keyId, reason: body.reason });
    return { items: keys.map(signingKeyView), next_cursor: null };
  }

  /**
   * Propose whether the fleet's key signs for a Drive. Of first-party Drives only; a second admin must approve it. For 24
   * hours the key before is tried where the new one is refused.
   */
  @PostData('drives/:driveId/key-scope', ApprovalDetailView, { status: 201 })
  async setScope(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() body: FleetScopeDto) {
    const payload = { drive_id: driveId, scope: body.scope };
    const { kind } = this;
    return this.read.get(actor, await this.approvals.propose(actor, { kind, payload, reason: body.reason }));
  }
}

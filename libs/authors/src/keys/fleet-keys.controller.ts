import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData, PostPage } from '@portal/platform/http';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { EndKeyDto, FleetScopeDto, RotateKeyDto } from '../applications/authors.dto.js';
import { DriveScopeView, issuedKeyView, IssuedKeyView, signingKeyView, SigningKeyView } from './keys.view.js';

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin')
export class FleetKeysController {
  constructor(private readonly keys: ManageFleetKeys) {}

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
   * Choose whether the fleet's key signs for a Drive. A first-party Drive shares the fleet's signing key; any other
   * Drive has its own.
   */
  @PostData('drives/:driveId/key-scope', DriveScopeView)
  async setScope(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() body: FleetScopeDto) {
    await this.keys.chooseScope(actor, driveId, body.scope, body.reason);
    return { drive_id: driveId, scope: body.scope };
  }
}

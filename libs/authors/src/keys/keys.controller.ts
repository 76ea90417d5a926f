import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, RequireStepUp, MemberMay, type Actor } from '@portal/platform/access';
import { isoDates } from '@portal/platform/database';
import { IdParam, ApiController, GetData, GetPage, PostData, PostPage } from '@portal/platform/http';
import { ManageKeys } from './manage-keys.js';
import { DriveScopeDto, EndKeyDto, RotateKeyDto } from '../applications/authors.dto.js';
import {
  adoptionView,
  issuedKeyView,
  IssuedKeyView,
  KeyAdoptionView,
  KeyChangeView,
  dryRunView,
  DryRunView,
  signingKeyView,
  SigningKeyView,
} from './keys.view.js';

@RequireRole('author')
@ApiController('signing keys', 'api/v1/author/drives/:driveId/keys')
export class KeysController {
  constructor(private readonly keys: ManageKeys) {}

  /** List the signing keys of a Drive. Without their values. */
  @GetPage('', SigningKeyView)
  async list(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return { items: (await this.keys.list(actor, driveId)).map(signingKeyView), next_cursor: null };
  }

  /** Create the first signing key of a Drive. The secret is shown only once. */
  @RequireStepUp()
  @PostData('issue', IssuedKeyView, { status: 201 })
  @MemberMay('develop')
  async issue(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return issuedKeyView(await this.keys.issue(actor, driveId));
  }

  /**
   * Rotate the signing key of a Drive. The new secret is shown only once. The old one stays valid for 24 hours, or is
   * revoked immediately if it leaked.
   */
  @RequireStepUp()
  @PostData('rotate', IssuedKeyView, { status: 201 })
  @MemberMay('develop')
  async rotate(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() body: RotateKeyDto) {
    return issuedKeyView(
      await this.keys.rotate(actor, driveId, { mode: body.mode, force: body.force, reason: body.reason }),
    );
  }

  /** Revoke a signing key of a Drive. Only the older of two valid ones. The only valid key is rotated instead. */
  @RequireStepUp()
  @PostPage(':keyId/end', SigningKeyView)
  @MemberMay('develop')
  async revoke(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @IdParam('keyId') keyId: string,
    @Body() body: EndKeyDto,
  ) {
    const keys = await this.keys.end(actor, driveId, { keyId, reason: body.reason });
    return { items: keys.map(signingKeyView), next_cursor: null };
  }

  /**
   * Choose the scope of a Drive's signing keys. One key for all installs, or one for each tenant, which travels in
   * `signing_key` of the install request.
   */
  @RequireStepUp()
  @PostData('scope', KeyAdoptionView)
  @MemberMay('develop')
  async setScope(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() body: DriveScopeDto) {
    return adoptionView(await this.keys.chooseScope(actor, driveId, body.scope, body.reason));
  }

  /**
   * Get the adoption of a Drive's signing keys. Which key the running installs accept, from live traffic, and whether
   * the old one is still needed.
   */
  @GetData('adoption', KeyAdoptionView)
  async adoption(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return adoptionView(await this.keys.adoption(actor, driveId));
  }

  /** List the changes of a Drive's signing keys. Who changed them, when and why; the newest fifty. */
  @GetPage('history', KeyChangeView)
  async history(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return { items: (await this.keys.history(actor, driveId)).map(isoDates), next_cursor: null };
  }

  /**
   * Start a dry run of a key rotation. Sends every running install one harmless request under the newest key and one
   * under the old key.
   */
  @PostData('dry-runs', DryRunView, { status: 202 })
  @MemberMay('develop')
  async startDryRun(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return dryRunView(await this.keys.startDryRun(actor, driveId));
  }

  /** Get the latest dry run of a key rotation. With the answers so far; state `none` before the first one. */
  @GetData('dry-runs/latest', DryRunView)
  async getDryRun(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return dryRunView(await this.keys.dryRun(actor, driveId));
  }
}

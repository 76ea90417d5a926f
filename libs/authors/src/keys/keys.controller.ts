import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, MemberMay, type Actor } from '@portal/platform/access';
import { isoDates } from '@portal/platform/database';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
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

@ApiTags('signing keys')
@RequireRole('author')
@Controller('api/v1/author/drives/:driveId/keys')
export class KeysController {
  constructor(private readonly keys: ManageKeys) {}

  /** List the signing keys of a Drive. Without their values. */
  @Get()
  @ApiPage(SigningKeyView)
  async list(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<Page<SigningKeyView>> {
    return { items: (await this.keys.list(actor, driveId)).map(signingKeyView), next_cursor: null };
  }

  /** Create the first signing key of a Drive. The secret is shown only once. */
  @RequireStepUp()
  @Post('issue')
  @MemberMay('develop')
  @ApiData(IssuedKeyView, { status: 201 })
  async issue(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<IssuedKeyView> {
    return issuedKeyView(await this.keys.issue(actor, driveId));
  }

  /**
   * Rotate the signing key of a Drive. The new secret is shown only once. The old one stays valid for 24 hours, or is
   * revoked immediately if it leaked.
   */
  @RequireStepUp()
  @Post('rotate')
  @MemberMay('develop')
  @ApiData(IssuedKeyView, { status: 201 })
  async rotate(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: RotateKeyDto,
  ): Promise<IssuedKeyView> {
    return issuedKeyView(
      await this.keys.rotate(actor, driveId, { mode: body.mode, force: body.force, reason: body.reason }),
    );
  }

  /** Revoke a signing key of a Drive. Only the older of two valid ones. The only valid key is rotated instead. */
  @RequireStepUp()
  @Post(':keyId/end')
  @MemberMay('develop')
  @ApiPage(SigningKeyView)
  async revoke(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @IdParam('keyId') keyId: string,
    @Body() body: EndKeyDto,
  ): Promise<Page<SigningKeyView>> {
    const keys = await this.keys.end(actor, driveId, { keyId, reason: body.reason });
    return { items: keys.map(signingKeyView), next_cursor: null };
  }

  /**
   * Choose the scope of a Drive's signing keys. One key for all installs, or one for each tenant, which travels in
   * `signing_key` of the install request.
   */
  @RequireStepUp()
  @Post('scope')
  @MemberMay('develop')
  @ApiData(KeyAdoptionView)
  async setScope(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: DriveScopeDto,
  ): Promise<KeyAdoptionView> {
    return adoptionView(await this.keys.chooseScope(actor, driveId, body.scope, body.reason));
  }

  /**
   * Get the adoption of a Drive's signing keys. Which key the running installs accept, from live traffic, and whether
   * the old one is still needed.
   */
  @Get('adoption')
  @ApiData(KeyAdoptionView)
  async adoption(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<KeyAdoptionView> {
    return adoptionView(await this.keys.adoption(actor, driveId));
  }

  /** List the changes of a Drive's signing keys. Who changed them, when and why; the newest fifty. */
  @Get('history')
  @ApiPage(KeyChangeView)
  async history(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<Page<KeyChangeView>> {
    return { items: (await this.keys.history(actor, driveId)).map(isoDates), next_cursor: null };
  }

  /**
   * Start a dry run of a key rotation. Sends every running install one harmless request under the newest key and one
   * under the old key.
   */
  @Post('dry-runs')
  @MemberMay('develop')
  @ApiData(DryRunView, { status: 202 })
  async startDryRun(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<DryRunView> {
    return dryRunView(await this.keys.startDryRun(actor, driveId));
  }

  /** Get the latest dry run of a key rotation. With the answers so far; state `none` before the first one. */
  @Get('dry-runs/latest')
  @ApiData(DryRunView)
  async getDryRun(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<DryRunView> {
    return dryRunView(await this.keys.dryRun(actor, driveId));
  }
}

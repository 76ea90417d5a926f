import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, MemberMay, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { ManageKeys } from './manage-keys.js';
import { DriveScopeDto, EndKeyDto, RotateKeyDto } from '../applications/authors.dto.js';
import {
  adoptionView,
  issuedKeyView,
  IssuedKeyView,
  keyChangeView,
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

  @Get()
  @ApiPage(SigningKeyView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<Page<SigningKeyView>> {
    return { items: (await this.keys.list(actor, driveId)).map(signingKeyView), next_cursor: null };
  }

  /** Makes the first signing secret of a Drive and shows it, once. */
  @RequireStepUp()
  @Post('issue')
  @MemberMay('develop')
  @HttpCode(201)
  @ApiData(IssuedKeyView, { status: 201 })
  async issue(@CurrentActor() actor: Actor, @Param('driveId', ParseUUIDPipe) driveId: string): Promise<IssuedKeyView> {
    return issuedKeyView(await this.keys.issue(actor, driveId));
  }

  /** Makes a new secret and shows it, once. The old one stays valid for 24 hours, or ends now when it leaked. */
  @RequireStepUp()
  @Post('rotate')
  @MemberMay('develop')
  @HttpCode(201)
  @ApiData(IssuedKeyView, { status: 201 })
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Body() body: RotateKeyDto,
  ): Promise<IssuedKeyView> {
    return issuedKeyView(
      await this.keys.rotate(actor, driveId, { mode: body.mode, force: body.force, reason: body.reason }),
    );
  }

  /** Ends the older of two valid secrets now. The only valid one has to be rotated instead. */
  @RequireStepUp()
  @Post(':keyId/end')
  @MemberMay('develop')
  @HttpCode(200)
  @ApiPage(SigningKeyView)
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Param('keyId', ParseUUIDPipe) keyId: string,
    @Body() body: EndKeyDto,
  ): Promise<Page<SigningKeyView>> {
    const keys = await this.keys.end(actor, driveId, { keyId, reason: body.reason });
    return { items: keys.map(signingKeyView), next_cursor: null };
  }

  /** Chooses one secret for all installs, or one per tenant, which travels in `signing_key` of the install request. */
  @RequireStepUp()
  @Post('scope')
  @MemberMay('develop')
  @HttpCode(200)
  @ApiData(KeyAdoptionView)
  async setScope(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
    @Body() body: DriveScopeDto,
  ): Promise<KeyAdoptionView> {
    return adoptionView(await this.keys.chooseScope(actor, driveId, body.scope, body.reason));
  }

  /** Which secret the running installs accept, told by live traffic, and whether the old one is still needed. */
  @Get('adoption')
  @ApiData(KeyAdoptionView)
  async adoption(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<KeyAdoptionView> {
    return adoptionView(await this.keys.adoption(actor, driveId));
  }

  /** Who changed the secrets, when and why; the newest fifty changes. */
  @Get('history')
  @ApiPage(KeyChangeView)
  async history(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<Page<KeyChangeView>> {
    return { items: (await this.keys.history(actor, driveId)).map(keyChangeView), next_cursor: null };
  }

  /** Sends every running install one harmless request under the newest secret and one under the old one. */
  @Post('dry-runs')
  @MemberMay('develop')
  @HttpCode(202)
  @ApiData(DryRunView, { status: 202 })
  async startDryRun(
    @CurrentActor() actor: Actor,
    @Param('driveId', ParseUUIDPipe) driveId: string,
  ): Promise<DryRunView> {
    return dryRunView(await this.keys.startDryRun(actor, driveId));
  }

  /** The newest rehearsal with the answers so far; state `none` before the first one. */
  @Get('dry-runs/latest')
  @ApiData(DryRunView)
  async getDryRun(@CurrentActor() actor: Actor, @Param('driveId', ParseUUIDPipe) driveId: string): Promise<DryRunView> {
    return dryRunView(await this.keys.dryRun(actor, driveId));
  }
}

import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { EndKeyDto, FleetScopeDto, RotateKeyDto } from '../applications/authors.dto.js';
import { DriveScopeView, issuedKeyView, IssuedKeyView, signingKeyView, SigningKeyView } from './keys.view.js';

@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin')
export class FleetKeysController {
  constructor(private readonly keys: ManageFleetKeys) {}

  /** List the fleet's signing keys. Shared by all first-party Drives. Without their values. */
  @Get('fleet-keys')
  @ApiPage(SigningKeyView)
  async list(): Promise<Page<SigningKeyView>> {
    return { items: (await this.keys.list()).map(signingKeyView), next_cursor: null };
  }

  /** Create the fleet's first signing key. The secret is shown only once. */
  @Post('fleet-keys/issue')
  @ApiData(IssuedKeyView, { status: 201 })
  async issue(@CurrentActor() actor: Actor): Promise<IssuedKeyView> {
    return issuedKeyView(await this.keys.issue(actor));
  }

  /**
   * Rotate the fleet's signing key. The new secret is shown only once. The old one stays valid for 24 hours, or is
   * revoked immediately if it leaked.
   */
  @Post('fleet-keys/rotate')
  @ApiData(IssuedKeyView, { status: 201 })
  async rotate(@CurrentActor() actor: Actor, @Body() body: RotateKeyDto): Promise<IssuedKeyView> {
    return issuedKeyView(await this.keys.rotate(actor, { mode: body.mode, force: body.force, reason: body.reason }));
  }

  /** Revoke a signing key of the fleet. Only the older of two valid ones. */
  @Post('fleet-keys/:keyId/end')
  @ApiPage(SigningKeyView)
  async revoke(
    @CurrentActor() actor: Actor,
    @IdParam('keyId') keyId: string,
    @Body() body: EndKeyDto,
  ): Promise<Page<SigningKeyView>> {
    const keys = await this.keys.end(actor, { keyId, reason: body.reason });
    return { items: keys.map(signingKeyView), next_cursor: null };
  }

  /**
   * Choose whether the fleet's key signs for a Drive. A first-party Drive shares the fleet's signing key; any other
   * Drive has its own.
   */
  @Post('drives/:driveId/key-scope')
  @ApiData(DriveScopeView)
  async setScope(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: FleetScopeDto,
  ): Promise<DriveScopeView> {
    await this.keys.chooseScope(actor, driveId, body.scope, body.reason);
    return { drive_id: driveId, scope: body.scope };
  }
}

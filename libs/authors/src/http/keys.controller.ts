import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, RequireRole, RequireStepUp, MemberMay, type Actor } from '@portal/platform';
import { ManageKeys } from '../manage-keys.js';
import { RotateKeyDto } from './authors.dto.js';
import { issuedKeyView, IssuedKeyView, signingKeyView, SigningKeyView } from './keys.view.js';

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

  @RequireStepUp()
  @Post('issue')
  @MemberMay('develop')
  @HttpCode(201)
  @ApiData(IssuedKeyView, { status: 201 })
  async issue(@CurrentActor() actor: Actor, @Param('driveId', ParseUUIDPipe) driveId: string): Promise<IssuedKeyView> {
    return issuedKeyView(await this.keys.issue(actor, driveId));
  }

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
}

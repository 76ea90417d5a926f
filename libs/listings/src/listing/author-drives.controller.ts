import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { DriveView } from './listings.view.js';
import { AuthorDrives } from './read/author-drives.js';

@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives')
export class AuthorDrivesController {
  constructor(private readonly drives: AuthorDrives) {}

  /** List your Drives. Oldest first. */
  @Get()
  @ApiPage(DriveView)
  async list(@CurrentActor() actor: Actor): Promise<Page<DriveView>> {
    return { items: await this.drives.list(actor), next_cursor: null };
  }

  /** Get one of your Drives. From the reservation of its id on, listed or not. */
  @Get(':driveId')
  @ApiData(DriveView)
  get(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<DriveView> {
    return this.drives.one(actor, driveId);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam, PageQuery } from '@portal/platform/http';
import { DriveView, ComparisonView, DriveAsOfView, VersionView } from './listings.view.js';
import { AuthorDrives } from './read/author-drives.js';
import { ConformanceHistory } from '../conformance/conformance-history.js';
import { DriveAsOf } from './read/drive-as-of.js';
import { Versions } from './read/versions.js';
import { ConformanceHistoryView, ConformanceRunView } from '../conformance/conformance.view.js';
import { ComparisonQuery, InstantQuery } from './listings.dto.js';

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

/** The records of a Drive, in any state. */
@ApiTags('author')
@RequireRole('author', 'reviewer', 'admin')
@Controller('api/v1/author/drives/:driveId')
export class DriveRecordsController {
  constructor(
    private readonly versionList: Versions,
    private readonly driveAsOf: DriveAsOf,
    private readonly history: ConformanceHistory,
  ) {}

  /** List the manifest revisions of a Drive. Every manifest that was read, newest first, with its changes. */
  @Get('versions')
  @ApiPage(VersionView)
  versions(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: PageQuery,
  ): Promise<Page<VersionView>> {
    return this.versionList.list(actor, driveId, query);
  }

  /** Compare two versions of a Drive. `to` with `from`, which is its predecessor if left out. */
  @Get('comparison')
  @ApiData(ComparisonView)
  comparison(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: ComparisonQuery,
  ): Promise<ComparisonView> {
    return this.versionList.compare(actor, driveId, query);
  }

  /**
   * Get a Drive as of an instant. Its listing, permissions, price and claims at that moment, and whether it was listed.
   */
  @Get('as-of')
  @ApiData(DriveAsOfView)
  asOf(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: InstantQuery,
  ): Promise<DriveAsOfView> {
    return this.driveAsOf.of(actor, driveId, query.at === undefined ? undefined : new Date(query.at));
  }

  /** Get the conformance history of a Drive. For its author and staff, listed or not. */
  @Get('conformance')
  @ApiData(ConformanceHistoryView)
  conformance(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<ConformanceHistoryView> {
    return this.history.ofDrive(actor, driveId);
  }

  /** List the check runs of a Drive. Newest first, each linked to the one before by its hash. */
  @Get('conformance/runs')
  @ApiPage(ConformanceRunView)
  runs(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Query() query: PageQuery,
  ): Promise<Page<ConformanceRunView>> {
    return this.history.runs(actor, driveId, query);
  }
}

import { Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetPage } from '@portal/platform/http';
import { DriveView, ComparisonView, DriveAsOfView, VersionView } from './listings.view.js';
import { AuthorDrives } from './read/author-drives.js';
import { ConformanceHistory } from '../conformance/conformance-history.js';
import { DriveAsOf } from './read/drive-as-of.js';
import { Versions } from './read/versions.js';
import { ConformanceHistoryView, ConformanceRunView } from '../conformance/conformance.view.js';
import { ComparisonQuery, InstantQuery } from './listings.dto.js';

@RequireRole('author')
@ApiController('author', 'api/v1/author/drives')
export class AuthorDrivesController {
  constructor(private readonly drives: AuthorDrives) {}

  /** List your Drives. Oldest first. */
  @GetPage('', DriveView)
  async list(@CurrentActor() actor: Actor) {
    return { items: await this.drives.list(actor), next_cursor: null };
  }

  /** Get one of your Drives. From the reservation of its id on, listed or not. */
  @GetData(':driveId', DriveView)
  get(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return this.drives.one(actor, driveId);
  }
}

/** The records of a Drive, in any state. */
@RequireRole('author', 'reviewer', 'admin')
@ApiController('author', 'api/v1/author/drives/:driveId')
export class DriveRecordsController {
  constructor(
    private readonly versionList: Versions,
    private readonly driveAsOf: DriveAsOf,
    private readonly history: ConformanceHistory,
  ) {}

  /** List the manifest revisions of a Drive. Every manifest that was read, newest first, with its changes. */
  @GetPage('versions', VersionView)
  versions(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: PageQuery) {
    return this.versionList.list(actor, driveId, query);
  }

  /** Compare two versions of a Drive. `to` with `from`, which is its predecessor if left out. */
  @GetData('comparison', ComparisonView)
  comparison(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: ComparisonQuery) {
    return this.versionList.compare(actor, driveId, query);
  }

  /**
   * Get a Drive as of an instant. Its listing, permissions, price and claims at that moment, and whether it was listed.
   */
  @GetData('as-of', DriveAsOfView)
  asOf(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: InstantQuery) {
    return this.driveAsOf.of(actor, driveId, query.at === undefined ? undefined : new Date(query.at));
  }

  /** Get the conformance history of a Drive. For its author and staff, listed or not. */
  @GetData('conformance', ConformanceHistoryView)
  conformance(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return this.history.ofDrive(actor, driveId);
  }

  /** List the check runs of a Drive. Newest first, each linked to the one before by its hash. */
  @GetPage('conformance/runs', ConformanceRunView)
  runs(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: PageQuery) {
    return this.history.runs(actor, driveId, query);
  }
}

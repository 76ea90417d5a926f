import { Query } from '@nestjs/common';
import { authorsErrors, Drives } from '@portal/authors';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData } from '@portal/platform/http';
import type { Outcome } from './domain/upgrade-outcome.js';
import { ForecastUpgrade, type Forecast } from './forecast-upgrade.js';
import { UpgradeQueries } from './upgrade-queries.js';
import { ForecastQuery } from '../install/http/installs.dto.js';
import { ForecastView } from '../install/read/installs.view.js';
import { AdoptionView } from './adoption.view.js';

/** Effects of versions of an author's Drive on its installs. */
@RequireRole('author', 'reviewer')
@ApiController('author', 'api/v1/author/drives')
export class ForecastsController {
  constructor(
    private readonly drives: Drives,
    private readonly forecast: ForecastUpgrade,
    private readonly upgrades: UpgradeQueries,
  ) {}

  /** Forecast what publishing a revision does. How the running installs would be affected. Nothing is changed. */
  @GetData(':driveId/forecast', ForecastView)
  async get(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Query() query: ForecastQuery) {
    await this.assertReadable(actor, driveId);
    return view(await this.forecast.execute(driveId, query.revision_id));
  }

  /**
   * Get the adoption of a Drive's versions. Installs by day (UTC) since publication: the five newest versions, at most
   * 28 days each.
   */
  @GetData(':driveId/adoption', AdoptionView)
  async adoption(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await this.assertReadable(actor, driveId);
    return this.upgrades.adoption(driveId);
  }

  /** A Drive of others and an unknown one give the same answer. */
  private async assertReadable(actor: Actor, driveId: string): Promise<void> {
    const drive = await this.drives.get(driveId);
    const reviewer = actor.roles.some(({ role }) => role === 'reviewer');
    if (!drive || (!reviewer && !scopeIds(actor, 'author').includes(drive.orgId)))
      throw authorsErrors.drive_not_found();
  }
}

function view({ asks, groups }: Forecast): ForecastView {
  const sums = new Map<string, { outcome: Outcome; reasons: string[]; installs: number }>();
  for (const { outcome, reasons, count } of groups) {
    const key = [outcome, ...reasons].join();
    const sum = sums.get(key) ?? { outcome, reasons, installs: 0 };
    sums.set(key, { ...sum, installs: sum.installs + count });
  }
  const all = [...sums.values()].sort((a, b) => b.installs - a.installs);
  const of = (outcome: Outcome): number =>
    all.filter((one) => one.outcome === outcome).reduce((sum, one) => sum + one.installs, 0);
  return { asks, alone: of('alone'), consent: of('consent'), blocked: of('blocked'), groups: all };
}

import { Param, Res } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Listings, listingsErrors } from '@portal/listings';
import { Public } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { ApiController, GetData, GetFile } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { badgeSvg } from '../domain/badge.js';
import { objectiveOf } from '../domain/objective.js';
import { HistoryQueries } from '../read/history-queries.js';
import { PluginEvidence } from '../read/plugin-evidence.js';
import { PluginEvidenceView } from './evidence.view.js';

const CACHED_S = 300;

/** How listed Drives answer, for everybody. */
@Public()
@ApiController('public', 'api/public/catalogue/:slug')
export class BadgeController {
  constructor(
    private readonly listings: Listings,
    private readonly history: HistoryQueries,
    private readonly evidenceOf: PluginEvidence,
  ) {}

  /**
   * Get the badge of a listed Drive. The share of good answers of its public health endpoint in the last 28 days, or that
   * there is not enough data yet, as a picture for its author's own pages.
   * @throws AppError `listing_not_found` (404)
   */
  @GetFile('badge.svg', ['image/svg+xml'], { description: 'May be kept for five minutes' })
  async badge(@Param('slug') slug: string, @Res() reply: FastifyReply): Promise<void> {
    const drive = await this.listings.installableBySlug(slug);
    if (!drive) throw new AppError(listingsErrors.listing_not_found);
    // How a listed Drive answers is public; who has installed it is not read.
    const objectives = await bypassRowSecurity(() => this.history.objectives(drive.driveId));
    await reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      )
      .header('content-disposition', 'inline; filename="badge.svg"')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('cache-control', `public, max-age=${CACHED_S}`)
      .send(badgeSvg(objectives.get('health') ?? objectiveOf(0, 0)));
  }

  /**
   * Get the evidence about a listed plugin. Its checks and their dates, accepted failures, claims, versions and answers.
   * @throws AppError `listing_not_found` (404)
   */
  @GetData('evidence', PluginEvidenceView)
  evidence(@Param('slug') slug: string) {
    return this.evidenceOf.of(slug);
  }
}

import { createHash } from 'node:crypto';
import { Param, Res } from '@nestjs/common';
import { countsText } from '@portal/conformance';
import { utcDay } from '@portal/kernel';
import { Catalogue, Listings, listingsErrors, type CheckCountsView } from '@portal/listings';
import { Public } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { ApiController, ApiUnchanged, GetData, GetFile, isUnchanged } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { badgeSvg } from '../domain/badge.js';
import { cardSvg } from '../domain/plugin-card.js';
import { objectiveOf } from '../domain/objective.js';
import { HistoryQueries } from '../read/history-queries.js';
import { PluginEvidence } from '../read/plugin-evidence.js';
import { PluginEvidenceView } from './evidence.view.js';

const CACHED_S = 300;
const PICTURE = { description: 'May be kept for five minutes', headers: ['ETag'] } as const;

/** How listed Drives answer, and pictures of them, for everybody. */
@Public()
@ApiController('public', 'api/public/catalogue/:slug')
export class BadgeController {
  constructor(
    private readonly listings: Listings,
    private readonly history: HistoryQueries,
    private readonly evidenceOf: PluginEvidence,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Get the badge of a listed Drive. The share of good answers of its public health endpoint in the last 28 days, or that
   * there is not enough data yet, and failed checks that a person accepted, as a picture for its author's own pages.
   * @throws AppError `listing_not_found` (404)
   */
  @GetFile('badge.svg', ['image/svg+xml'], PICTURE)
  @ApiUnchanged()
  async badge(@Param('slug') slug: string, @Res() reply: FastifyReply): Promise<void> {
    const drive = await this.listings.installableBySlug(slug);
    if (!drive) throw listingsErrors.listing_not_found();
    // How a listed Drive answers is public; who has installed it is not read.
    const objectives = await bypassRowSecurity(() => this.history.objectives(drive.driveId));
    const { checks } = await this.catalogue.entry(slug);
    await picture(reply, 'badge', badgeSvg(objectives.get('health') ?? objectiveOf(0, 0), acceptedText(checks)));
  }

  /**
   * Get the card of a listed Drive. Its name, author, price, mark and checks, as a picture for its author's own pages.
   * @throws AppError `listing_not_found` (404)
   */
  @GetFile('card.svg', ['image/svg+xml'], PICTURE)
  @ApiUnchanged()
  async card(@Param('slug') slug: string, @Res() reply: FastifyReply): Promise<void> {
    const { checks, ...entry } = await this.catalogue.entry(slug);
    await picture(
      reply,
      'card',
      cardSvg({ ...entry, checks: checks && countsText(checks), accepted: acceptedText(checks) }),
    );
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

/** What a person accepted though checks failed. */
const acceptedText = (checks: CheckCountsView | null): string | null =>
  checks?.accepted_on
    ? `${checks.accepted} of ${checks.total} checks failed, accepted on ${utcDay(checks.accepted_on)} by exception`
    : null;

/** For pages anywhere; opened directly it gets no origin, no script and nothing from anywhere. */
async function picture(reply: FastifyReply, name: string, svg: string): Promise<void> {
  void reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('cache-control', `public, max-age=${CACHED_S}`);
  if (isUnchanged(reply, `"${createHash('sha256').update(svg).digest('hex').slice(0, 32)}"`)) return void reply.send();
  await reply
    .header('content-type', 'image/svg+xml; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'")
    .header('content-disposition', `inline; filename="${name}.svg"`)
    .send(svg);
}

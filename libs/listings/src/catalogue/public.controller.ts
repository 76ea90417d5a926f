import { createHash } from 'node:crypto';
import { Get, Param, Query, Res } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Public, BypassRowSecurity } from '@portal/platform/access';
import { ApiController, ApiData, ApiUnchanged, RawBody, isUnchanged } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { Catalogue } from './catalogue.js';
import { ConformanceHistory } from '../conformance/conformance-history.js';
import { ReviewStatistics } from '../review/read/review-statistics.js';
import { ConformanceHistoryView } from '../conformance/conformance.view.js';
import { CatalogueQuery, InstantQuery } from '../listing/listings.dto.js';
import { CatalogueEntryView, CatalogueView, ShelvesView } from './catalogue.view.js';
import { ReviewStatisticsView } from '../review/http/review.view.js';

/** Open to everybody, from any page; cookies are not read. */
@Public()
@ApiController('public', 'api/public')
export class PublicController {
  /** A page that is given again from memory is not written out again. */
  private readonly written = new WeakMap<object, Written>();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly history: ConformanceHistory,
    private readonly statistics: ReviewStatistics,
    private readonly clock: Clock,
  ) {}

  /**
   * Search the catalogue. Looks for the words in name, slug, tagline and description, each also as the beginning of a
   * word. A word that nothing uses is replaced by the nearest one in use.
   */
  @Get('catalogue')
  @ApiData(CatalogueView, { headers: ['ETag'] })
  @RawBody()
  @ApiUnchanged()
  async list(
    @Query() query: CatalogueQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    return this.cacheable(await this.catalogue.list(query), reply);
  }

  /** Get the shelves of the catalogue. Its first view: most installed, new, recently updated, and by category. */
  @Get('shelves')
  @ApiData(ShelvesView, { headers: ['ETag'] })
  @RawBody()
  @ApiUnchanged()
  async shelves(@Res({ passthrough: true }) reply: FastifyReply): Promise<string | undefined> {
    return this.cacheable(await this.catalogue.shelves(), reply);
  }

  /** Get a plugin. Listed, or announced to end and not ended yet. With `at`, as it was at that instant. */
  @Get('catalogue/:slug')
  @ApiData(CatalogueEntryView, { headers: ['ETag'] })
  @RawBody()
  @ApiUnchanged()
  async get(
    @Param('slug') slug: string,
    @Query() query: InstantQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const at = query.at === undefined ? null : new Date(query.at);
    return this.cacheable(await this.catalogue.entry(slug, at), reply);
  }

  /** Get the conformance history of a plugin. Every change of its check results, newest first. */
  @Get('catalogue/:slug/conformance')
  @ApiData(ConformanceHistoryView, { headers: ['ETag'] })
  @RawBody()
  @ApiUnchanged()
  async conformance(
    @Param('slug') slug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    return this.cacheable(await this.history.of(slug), reply);
  }

  /**
   * Get review statistics. How long reviews take and how they end, by month. Months with few decisions are left out.
   */
  @Get('review-statistics')
  @ApiData(ReviewStatisticsView, { headers: ['ETag'] })
  @BypassRowSecurity('figures over all reviews, without people')
  @RawBody()
  @ApiUnchanged()
  async reviewStatistics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string | undefined> {
    return this.cacheable(await this.statistics.view(), reply);
  }

  /** The envelope with an ETag of its data; 304 without a body when the caller has the same data. */
  private cacheable(data: object, reply: FastifyReply): string | undefined {
    const { text, etag } = this.writtenOf(data);
    void reply.header('cache-control', 'public, max-age=0, must-revalidate').header('access-control-allow-origin', '*');
    if (isUnchanged(reply, etag)) return undefined;
    void reply.header('content-type', 'application/json; charset=utf-8');
    const meta = JSON.stringify({ version: 'v1', generated_at: this.clock.wallNow().toISOString() });
    return `{"ok":true,"data":${text},"meta":${meta}}`;
  }

  private writtenOf(data: object): Written {
    const known = this.written.get(data);
    if (known) return known;
    const text = JSON.stringify(data);
    // Every answer is put together in the same order, so its own text shows whether it changed.
    const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
    const written = { text, etag };
    this.written.set(data, written);
    return written;
  }
}

interface Written {
  readonly text: string;
  readonly etag: string;
}

import { createHash } from 'node:crypto';
import { Controller, Get, Param, ParseUUIDPipe, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AppError, Clock } from '@portal/kernel';
import { ApiData, Public, RawBody, type PortalRequest } from '@portal/platform';
import type { FastifyReply } from 'fastify';
import { listingsErrors } from '../errors.js';
import { Validations } from '../read/validations.js';
import { Catalogue } from '../read/catalogue.js';
import { ConformanceHistory } from '../read/conformance-history.js';
import { ValidateManifest } from '../validate-manifest.js';
import { ConformanceHistoryView } from './conformance.view.js';
import { CatalogueQuery, InstantQuery } from './listings.dto.js';
import { CatalogueEntryView, CatalogueView } from './listings.view.js';
import { validationView, ValidationView } from './validation.view.js';

/** Open to everybody, from any page; cookies are not read. */
@ApiTags('public')
@Public()
@Controller('api/public')
export class PublicController {
  constructor(
    private readonly validate: ValidateManifest,
    private readonly validations: Validations,
    private readonly catalogue: Catalogue,
    private readonly history: ConformanceHistory,
    private readonly clock: Clock,
  ) {}

  /** The verdict in the contract's own shape, without the envelope. */
  @Get('manifest-validate')
  @RawBody()
  @ApiQuery({ name: 'url', description: "Address of the Drive's manifest" })
  @ApiResponse({ status: 200, type: ValidationView, description: 'A verdict of either kind' })
  async verdict(
    @Query('url') url: unknown,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ValidationView> {
    void reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'retry-after');
    return validationView(await this.validate.execute(typeof url === 'string' ? url : undefined, request.ip));
  }

  /** A verdict of the last 30 days under the address that can be shared. */
  @Get('validations/:id')
  @RawBody()
  @ApiResponse({ status: 200, type: ValidationView })
  async shared(
    @Param('id', ParseUUIDPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ValidationView> {
    const stored = await this.validations.find(id);
    if (!stored) throw new AppError(listingsErrors.validation_not_found);
    void reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=86400, immutable');
    return validationView(stored);
  }

  @Get('catalogue')
  @RawBody()
  @ApiData(CatalogueView)
  async list(
    @Query() query: CatalogueQuery,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    return this.cacheable(await this.catalogue.list(query), request, reply);
  }

  @Get('catalogue/:slug')
  @RawBody()
  @ApiData(CatalogueEntryView)
  async one(
    @Param('slug') slug: string,
    @Query() query: InstantQuery,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    const at = query.at === undefined ? null : new Date(query.at);
    return this.cacheable(await this.catalogue.entry(slug, at), request, reply);
  }

  @Get('catalogue/:slug/conformance')
  @RawBody()
  @ApiData(ConformanceHistoryView)
  async conformance(
    @Param('slug') slug: string,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    return this.cacheable(await this.history.of(slug), request, reply);
  }

  /** The envelope with an ETag of its data; 304 without a body when the caller has the same data. */
  private cacheable(data: object, request: PortalRequest, reply: FastifyReply): object | undefined {
    // Every answer is put together in the same order, so its own text tells whether it is the same.
    const etag = `W/"${createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32)}"`;
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .header('access-control-allow-origin', '*');
    const given = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
    if (given?.some((tag) => tag === etag || tag === '*' || `W/${tag}` === etag)) {
      void reply.status(304);
      return undefined;
    }
    return { ok: true, data, meta: { version: 'v1', generated_at: this.clock.wallNow().toISOString() } };
  }
}

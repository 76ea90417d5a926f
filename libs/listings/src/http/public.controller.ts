import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { canonicalJson, digestOf } from '@portal/contract';
import { Clock } from '@portal/kernel';
import { ApiData, Public, RawBody, type PortalRequest } from '@portal/platform';
import type { FastifyReply } from 'fastify';
import { Catalogue } from '../read/catalogue.js';
import { CatalogueQuery } from './listings.dto.js';
import { CatalogueEntryView, CatalogueView } from './listings.view.js';

/** Open to everybody, from any page; cookies are not read. */
@ApiTags('public')
@Public()
@Controller('api/public')
export class PublicController {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly clock: Clock,
  ) {}

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
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    return this.cacheable(await this.catalogue.entry(slug), request, reply);
  }

  /** The envelope with an ETag of its data; 304 without a body when the caller has the same data. */
  private cacheable(data: object, request: PortalRequest, reply: FastifyReply): object | undefined {
    const etag = `W/"${digestOf(JSON.parse(canonicalJson(data))).slice(0, 32)}"`;
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

import { Param, Res } from '@nestjs/common';
import { Public } from '@portal/platform/access';
import { ApiController, GetFile } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { listingsErrors } from '../../errors.js';
import { Catalogue } from '../catalogue.js';

/** Pictures of Drives, from our own address only and with nothing in them that could run. */
@Public()
@ApiController('public', 'api/public/icons')
export class IconsController {
  constructor(private readonly catalogue: Catalogue) {}

  /**
   * Get an icon by its digest. The bytes never change, so the response can be cached for ever.
   * @throws AppError `icon_not_found` (404)
   */
  @GetFile(':digest', ['image/png', 'image/svg+xml'], { description: 'The bytes have this digest for ever' })
  async get(@Param('digest') digest: string, @Res() reply: FastifyReply): Promise<void> {
    const icon = /^[0-9a-f]{64}$/.test(digest) ? await this.catalogue.icon(digest) : undefined;
    if (!icon) throw listingsErrors.icon_not_found();
    await reply
      .header('content-type', icon.media_type)
      // Opened directly an SVG is a page: it gets no origin, no script and nothing from anywhere.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      )
      .header('content-disposition', `inline; filename="icon.${icon.media_type === 'image/png' ? 'png' : 'svg'}"`)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(icon.content);
  }
}

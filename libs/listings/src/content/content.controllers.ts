import { Body, Param, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@portal/platform/description';
import { CurrentActor, MemberMay, Public, RequireRole, type Actor, type PortalRequest } from '@portal/platform/access';
import {
  BodyLimit,
  FileBody,
  IdParam,
  LONG_TEXTS,
  readFileBody,
  ApiController,
  GetData,
  GetPage,
  PostData,
  GetFile,
} from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { AuthorizedDrives } from '../listing/authorized-drives.js';
import { ContentService } from './content.service.js';
import {
  DecideContentDto,
  DriveContentView,
  MoveContentDto,
  PictureView,
  WaitingContentView,
  WriteContentDto,
} from './content.view.js';
import { PICTURE_BYTES, PICTURE_TYPES } from './pictures.js';
import { StorePicture } from './store-picture.js';
import { ContentReads } from './read/content-reads.js';

const PICTURE = { description: 'A WebP picture; the bytes have this digest for ever' };

/** A picture is never a page: opened directly it gets no origin and nothing from anywhere. */
function send(reply: FastifyReply, content: Buffer, who: 'public' | 'private'): FastifyReply {
  return reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('content-disposition', 'inline; filename="picture.webp"')
    .header('cross-origin-resource-policy', who === 'public' ? 'cross-origin' : 'same-origin')
    .header('cache-control', `${who}, max-age=31536000, immutable`)
    .send(content);
}

/** What an author writes about a Drive beside its manifest. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives/:driveId/content')
export class DriveContentController {
  constructor(
    private readonly authorized: AuthorizedDrives,
    private readonly content: ContentService,
    private readonly pictures: StorePicture,
    private readonly reads: ContentReads,
  ) {}

  /** Save the listing content of a Drive. As a draft; nothing of it is public before a reviewer approves it. */
  @PostData('', DriveContentView)
  @MemberMay('develop')
  @BodyLimit(LONG_TEXTS)
  async save(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() { revision, body }: WriteContentDto,
  ) {
    await this.content.save(actor, await this.authorized.of(actor, driveId), revision, body);
    return this.reads.ofDrive(driveId);
  }

  /** Submit, take back or discard the open listing content of a Drive. What is live stays until another is approved. */
  @PostData('state', DriveContentView)
  @MemberMay('develop')
  async move(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() { state }: MoveContentDto) {
    await this.content.move(actor, await this.authorized.of(actor, driveId), state);
    return this.reads.ofDrive(driveId);
  }

  /**
   * Upload a picture of a Drive. The file is the body, at most 2 MiB and 16 million pixels. It is scaled into 1920 by
   * 1200 pixels and encoded again without metadata. Pictures that no content shows are removed after a day.
   */
  @PostData('pictures', PictureView)
  @MemberMay('develop')
  @FileBody({ types: PICTURE_TYPES, maxBytes: PICTURE_BYTES })
  @ApiConsumes(...PICTURE_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary', maxLength: PICTURE_BYTES } })
  async addPicture(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Req() request: PortalRequest) {
    return this.pictures.execute(await this.authorized.of(actor, driveId), () => readFileBody(request));
  }
}

/** For authors and those who review. */
@RequireRole('author', 'reviewer', 'admin')
@ApiController('author', 'api/v1/author/drives/:driveId/content')
export class ReadContentController {
  constructor(
    private readonly authorized: AuthorizedDrives,
    private readonly reads: ContentReads,
  ) {}

  /** Get the listing content of a Drive. Every version of it, and the Drive's versions with their notes. */
  @GetData('', DriveContentView)
  async get(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await this.authorized.readable(actor, driveId);
    return this.reads.ofDrive(driveId);
  }

  /** Get a picture of a Drive. Also one that is not public yet. */
  @GetFile('pictures/:digest', ['image/webp'], PICTURE)
  async picture(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Param('digest') digest: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.authorized.readable(actor, driveId);
    await send(reply, await this.reads.picture(digest, driveId), 'private');
  }
}

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/contents')
export class ReviewContentController {
  constructor(
    private readonly content: ContentService,
    private readonly reads: ContentReads,
  ) {}

  /** List listing content under review. The longest waiting first, without that of your own organisations. */
  @GetPage('', WaitingContentView)
  async list(@CurrentActor() actor: Actor) {
    return { items: await this.reads.waiting(actor), next_cursor: null };
  }

  /** Decide on listing content. Approval makes exactly the reviewed revision live. */
  @PostData(':id/decide', DriveContentView)
  async decide(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() decision: DecideContentDto) {
    return this.reads.ofDrive(await this.content.decide(actor, id, decision));
  }
}

/** Pictures of approved content, from our own address only. */
@Public()
@ApiController('public', 'api/public/pictures')
export class PicturesController {
  constructor(private readonly reads: ContentReads) {}

  /** Get a picture of approved listing content. The bytes never change, so the response can be cached for ever. */
  @GetFile(':digest', ['image/webp'], PICTURE)
  async get(@Param('digest') digest: string, @Res() reply: FastifyReply): Promise<void> {
    await send(reply, await this.reads.picture(digest, null), 'public');
  }
}

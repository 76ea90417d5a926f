import { Injectable } from '@nestjs/common';
import { commonErrors } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { RateLimits } from '@portal/platform/http';
import { listingsErrors } from '../errors.js';
import type { OfDrive } from './content.service.js';
import type { PictureView } from './content.view.js';
import { ContentsRepository } from './contents.repository.js';
import { encodePicture } from './pictures.js';

/** Bytes that all pictures of one author may take, and how many may be sent in an hour. */
const STORED_BYTES = 40 * 1024 * 1024;
const HOURLY = { name: 'pictures_hour', points: 60, seconds: 3_600 };

/** An author sends a picture for the content of a Drive. */
@Injectable()
export class StorePicture {
  constructor(
    private readonly transactor: Transactor,
    private readonly contents: ContentsRepository,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Stores a picture of a Drive as it is encoded here. `read`: reads the file, once the caller may send one.
   * @throws AppError `drive_not_found` (404), `too_many_requests` (429), `pictures_full` (409), and as `encodePicture`
   */
  async execute({ driveId, orgId }: OfDrive, read: () => Promise<Buffer>): Promise<PictureView> {
    const retryAfterMs = await this.limits.take(HOURLY, orgId);
    if (retryAfterMs !== null) throw commonErrors.too_many_requests({ retryAfterMs });
    const { content, width, height } = await encodePicture(await read());
    const digest = sha256Hex(content);
    await this.transactor.run(async (tx) => {
      const stored = await this.contents.tidyPictures(tx, orgId);
      if (stored + content.length > STORED_BYTES) throw listingsErrors.pictures_full();
      await this.contents.addPicture(tx, { driveId, orgId, digest, width, height, content });
    });
    return { digest, width, height };
  }
}

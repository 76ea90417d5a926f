import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

interface ServedIcon {
  media_type: string;
  content: Buffer;
}

/** Icons as they are served, by the digest of their bytes. */
@Injectable()
export class Icons {
  constructor(private readonly database: Database) {}

  async find(digest: string): Promise<ServedIcon | undefined> {
    const [icon] = await this.database.query<ServedIcon>(
      'select media_type, content from listings.icons where digest = $1',
      [digest],
    );
    return icon;
  }
}

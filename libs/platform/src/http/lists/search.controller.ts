import { Query } from '@nestjs/common';
import { ApiProperty } from '../../description/index.js';
import { ApiController, GetPage } from '../routes/routes.js';
import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { CurrentActor, SignedIn } from '../../access/access.js';
import type { Actor } from '../../access/actor.js';
import { FOUND_KINDS, SearchSources, type Found, type FoundKind } from './search-sources.js';

const MOST = 8;

class SearchQuery {
  @ApiProperty({ description: 'Part of a name, at least two characters, or a complete ID' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString()
  @Length(2, 100)
  q: string;
}

class FoundView implements Found {
  @ApiProperty({ enum: FOUND_KINDS }) kind: FoundKind;
  @ApiProperty({ description: 'ID of the object; for a plugin, its slug' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'Distinguishes two results with the same name' }) note: string;
}

@ApiController('account', 'api/v1/search')
export class SearchController {
  constructor(private readonly sources: SearchSources) {}

  /** Search everything you can open. By part of the name, or by ID. At most eight of each kind. */
  @GetPage('', FoundView)
  @SignedIn()
  async search(@Query() { q }: SearchQuery, @CurrentActor() actor: Actor) {
    return { items: await this.sources.find(actor, q, MOST), next_cursor: null };
  }
}

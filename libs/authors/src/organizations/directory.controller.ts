import { Query } from '@nestjs/common';
import { RequireRole } from '@portal/platform/access';
import { ApiController, GetPage } from '@portal/platform/http';
import { Directory } from './read/directory.js';
import { DirectoryEntryView, DirectoryQuery, DriveKeyScopeView, NameQuery } from './directory.view.js';

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/directory')
export class FinanceDirectoryController {
  constructor(private readonly directory: Directory) {}

  /** Search authors and Drives. By part of their names. At most 20. */
  @GetPage('', DirectoryEntryView)
  async search(@Query() { q, kind }: DirectoryQuery) {
    return { items: await this.directory.find(q ?? '', kind ?? null), next_cursor: null };
  }
}

@RequireRole('reviewer', 'admin')
@ApiController('admin', 'api/v1/admin/authors')
export class AdminAuthorsController {
  constructor(private readonly directory: Directory) {}

  /**
   * Search authors. By part of the name of the organisation, or of the name or email address of a member. At most 20.
   */
  @GetPage('', DirectoryEntryView)
  async search(@Query() { q }: NameQuery) {
    return { items: await this.directory.authors(q ?? ''), next_cursor: null };
  }
}

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/drives')
export class AdminDrivesController {
  constructor(private readonly directory: Directory) {}

  /** Search Drives by whose key signs for them. First-party Drives first. At most 50. */
  @GetPage('', DriveKeyScopeView)
  async search(@Query() { q }: NameQuery) {
    return { items: await this.directory.scopes(q ?? ''), next_cursor: null };
  }
}

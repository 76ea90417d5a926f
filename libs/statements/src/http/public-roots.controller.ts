import { Public } from '@portal/platform/access';
import { ApiController, GetPage } from '@portal/platform/http';
import { PublishedRoots } from '../read/published-roots.js';
import { MonthRootView } from './statements.view.js';

/** Public: a root reveals no data, and anyone who keeps it can check the statements of its month. */
@Public()
@ApiController('public', 'api/public/statement-roots')
export class PublicRootsController {
  constructor(private readonly roots: PublishedRoots) {}

  /**
   * List the roots of sealed statement months. Newest first. Keep them to prove later that no statement was changed.
   */
  @GetPage('', MonthRootView)
  list() {
    return this.roots.list();
  }
}

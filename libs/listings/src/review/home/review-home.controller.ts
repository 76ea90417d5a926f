import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { ReviewHome } from './read/review-home.js';
import { ReviewHomeView } from './review-home.view.js';

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/home')
export class ReviewHomeController {
  constructor(private readonly home: ReviewHome) {}

  /** Get the first page of a reviewer. What waits against the promised time, and what was decided lately. */
  @GetData('', ReviewHomeView)
  get(@CurrentActor() actor: Actor) {
    return this.home.read(actor);
  }
}

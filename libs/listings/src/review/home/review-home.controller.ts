import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireRole } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { ReviewHome } from './read/review-home.js';
import { ReviewHomeView } from './review-home.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review/home')
export class ReviewHomeController {
  constructor(private readonly home: ReviewHome) {}

  /** Get the first page of a reviewer. What waits against the promised time, and what was decided lately. */
  @Get()
  @ApiData(ReviewHomeView)
  get(): Promise<ReviewHomeView> {
    return this.home.read();
  }
}

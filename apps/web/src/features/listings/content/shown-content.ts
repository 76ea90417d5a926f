import type { ContentVersionView, ListingContentView } from '../../../api/schema.js';

export type ContentBody = ContentVersionView['body'];

/** Where an author and reviewers see a picture that is not public yet. */
export const pictureHref = (driveId: string, digest: string): string =>
  `/api/v1/author/drives/${driveId}/content/pictures/${digest}`;

/** Content as its page would show it. */
export const shownContent = (driveId: string, body: ContentBody): ListingContentView => ({
  description: body.description,
  links: body.links,
  screenshots: body.screenshots.map(({ digest, alt }) => ({
    url: pictureHref(driveId, digest),
    alt,
    width: 1_600,
    height: 1_000,
  })),
});

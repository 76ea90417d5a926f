import { defineStates } from '@portal/kernel';

/** Life of a version of a Drive's content (mirrored by the trigger `state_order`). */
export const contentStates = defineStates({
  draft: ['in_review', 'withdrawn'],
  in_review: ['approved', 'changes_requested', 'draft'],
  // Changed in another version, so that each decision stays with what it was about.
  changes_requested: [],
  approved: [],
  withdrawn: [],
});
export type ContentState = (typeof contentStates)['states'][number];

export const LINK_KINDS = ['support', 'documentation', 'privacy', 'source'] as const;

/** What an author writes about a Drive beside its manifest. */
export interface ContentBody {
  /** Markdown, shown without HTML and pictures. */
  description: string;
  screenshots: { digest: string; alt: string }[];
  links: { kind: (typeof LINK_KINDS)[number]; url: string }[];
  /** What versions of the Drive change; those that were approved first stay. */
  notes: { version: string; notes: string }[];
}

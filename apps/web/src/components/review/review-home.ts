import { useGet } from '../../api/hooks.js';

/** What waits for reviewers, by the tabs of the queue, and how it went lately. */
export const useReviewHome = (enabled = true) => useGet('/api/v1/review/home', {}, { enabled, refreshMs: 30_000 });

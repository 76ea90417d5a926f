import type { DriveView } from '../../../api/schema.js';

/** The manifest of such a Drive is no longer read, and no other is accepted for it. */
export const hasEnded = ({ state }: DriveView): boolean => state === 'removed' || state === 'retired';

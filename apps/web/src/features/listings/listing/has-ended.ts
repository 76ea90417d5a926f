import type { DriveView } from '../../../api/views.js';

/** Nobody reads the manifest of such a Drive any more, and no other is taken for it. */
export const hasEnded = ({ state }: DriveView): boolean => state === 'removed' || state === 'retired';

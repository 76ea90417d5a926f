import { createHmac } from 'node:crypto';

/** Whether a digest is in the sample of `share` of 100. A retry has the same answer, and without the key nobody knows it. */
export const inSample = (key: Uint8Array, digest: string, share: number): boolean =>
  (createHmac('sha256', key).update(`listings.review_sample ${digest}`).digest().readUInt32BE() / 2 ** 32) * 100 <
  share;

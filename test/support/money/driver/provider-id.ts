import { createHash } from 'node:crypto';

/** Provider ids derived from what they represent, so that they are the same in every run. */
export function providerId(prefix: string, ...of: string[]): string {
  return `${prefix}_${createHash('sha256').update(of.join(' ')).digest('hex').slice(0, 24)}`;
}

import { AppError, commonErrors, type ErrorDetail } from '@portal/kernel';
import type { Change } from '../audit/last-change.js';
import { sha256Hex } from '../crypto/sealed-box.js';

/** Data that people edit together, by its API names. */
export type Facts = Readonly<Record<string, string | boolean | null | readonly string[]>>;

/** Revision of data that has never been written. */
export const NOTHING_YET = '';
const DIGITS = 16;

/** Revision of the given data: equal data has the same one, in any order of its fields. 16 hex digits. */
export function revisionOf(facts: Facts | null): string {
  if (facts === null) return NOTHING_YET;
  const inOrder = Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify(inOrder)).slice(0, DIGITS);
}

/**
 * Refuses to overwrite changes that the writer has not seen. `now` must be locked. `wanted` contains the new values;
 * writing the current values is never refused. `last` is called only for a refusal.
 * @throws AppError `changed_meanwhile` (409) with both values of every field that differs, the current `/revision` with
 *   which the writer can repeat the request after reading them, who changed it last and when (ISO 8601, UTC)
 */
export async function assertExpectedVersion(
  expected: string | undefined,
  now: Facts | null,
  wanted: Facts,
  last: () => Promise<Change | undefined>,
): Promise<void> {
  const revision = revisionOf(now);
  if ((expected ?? NOTHING_YET) === revision) return;
  const differing = Object.keys(wanted).filter((key) => inWords(now?.[key]) !== inWords(wanted[key]));
  if (differing.length === 0) return;
  const change = await last();
  throw new AppError(commonErrors.changed_meanwhile, {
    details: [
      ...differing.flatMap((key): ErrorDetail[] => [
        { pointer: `/${key}`, code: 'now', message: `Now: ${inWords(now?.[key])}.` },
        { pointer: `/${key}`, code: 'you', message: `You wrote: ${inWords(wanted[key])}.` },
      ]),
      { pointer: '/revision', code: 'revision', message: revision },
      ...(change
        ? [
            { pointer: '/revision', code: 'changed_by', message: change.by },
            { pointer: '/revision', code: 'changed_at', message: change.at.toISOString() },
          ]
        : []),
    ],
  });
}

function inWords(value: Facts[string] | undefined): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return `“${value}”`;
  return value.length === 0 ? 'nothing' : [...value].sort().join(', ');
}

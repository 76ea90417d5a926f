/** The endpoints whose calls are kept: one series each for a Drive. */
export const KEPT_ENDPOINTS = ['health', 'metrics', 'events'] as const;
export type KeptEndpoint = (typeof KEPT_ENDPOINTS)[number];

export const isKept = (endpoint: string): endpoint is KeptEndpoint =>
  (KEPT_ENDPOINTS as readonly string[]).includes(endpoint);

const MOST_FIGURES = 20;
const LONGEST_NAME = 64;
/** A larger number is not a count, and could not be added up. */
const LARGEST = 1e15;

/** The figures in an answer of metrics: plain numbers at its top, the first 20, under names of at most 64 characters. */
export function figuresOf(metrics: object): { name: string; value: number }[] {
  return Object.entries(metrics as Record<string, unknown>)
    .flatMap(([name, value]) =>
      typeof value === 'number' && Math.abs(value) <= LARGEST && name.length <= LONGEST_NAME && !name.includes('\0')
        ? [{ name, value }]
        : [],
    )
    .slice(0, MOST_FIGURES);
}

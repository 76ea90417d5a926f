export function planFor(changed: readonly string[]): { migrate: boolean; restart: string[] };
export function changedBetween(before: Record<string, string>, after: Record<string, string>): string[];

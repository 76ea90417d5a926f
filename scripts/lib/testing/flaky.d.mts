export function knownFlaky(): string[];
export function listedIn(text: string): string[];
export function secondTries(
  failed: readonly string[],
  known: readonly string[],
): { again: string[]; problems: string[] };

export function expectedSeconds(file: string): number;
export const measuredFiles: readonly string[];

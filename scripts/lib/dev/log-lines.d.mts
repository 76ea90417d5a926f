export function readable(line: string, options?: { colour?: boolean }): string | undefined;

export function unusedExports(files: Readonly<Record<string, string>>, others?: readonly string[]): string[];

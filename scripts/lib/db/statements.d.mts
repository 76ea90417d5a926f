export function splitStatements(text: string): { statements: string[]; rest: string };
export function createReader(): { add(line: string): string[]; readonly rest: string; drop(): void };

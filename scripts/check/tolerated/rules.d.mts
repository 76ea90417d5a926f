type Listed = Readonly<Record<string, Readonly<Record<string, number>>>>;
export const RULES: Readonly<Record<string, unknown>>;
export function compare(
  files: Readonly<Record<string, string>>,
  listed: Listed,
): { problems: string[]; shorter: Listed };

export function migrationProblems(
  files: readonly { readonly name: string; readonly text: string }[],
  known?: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string[];

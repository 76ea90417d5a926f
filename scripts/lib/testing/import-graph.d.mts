export function importGraph(): {
  dependents(changed: readonly string[], counts?: (file: string) => boolean): Set<string>;
};

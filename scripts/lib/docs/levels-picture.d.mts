export function picture(levels: readonly (readonly string[])[], uses: (lib: string) => string[]): string;
export function withLevelsPicture(text: string): string;

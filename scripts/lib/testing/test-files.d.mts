export interface TestFile {
  readonly file: string;
  readonly kind: string;
}
export function testFiles(): TestFile[];
export function withWords(files: TestFile[], words: readonly string[]): TestFile[];

import type { TestFile } from './test-files.mjs';
export function changedFiles(ref: string): string[];
export function affectedTests(files: TestFile[], changed: readonly string[]): TestFile[];

export function deleteRecords(): void;
export function neverAnswered(directory?: string): string[];
export function neverChecked(directory?: string): string[];
export function portalRoutes(): { parent: string; address: string }[];
export function pageOf(address: string, pages: readonly string[]): string | undefined;

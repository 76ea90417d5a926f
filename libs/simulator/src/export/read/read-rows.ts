/** Reads rows; every part of the months is read with the same rights. */
export type ReadRows = <T>(sql: string, params: unknown[]) => Promise<T[]>;

/** Reads rows; all parts are read with the same rights. */
export type ReadRows = <T>(sql: string, params: unknown[]) => Promise<T[]>;

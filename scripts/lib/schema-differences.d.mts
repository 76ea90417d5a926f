import type { DataSource } from 'typeorm';
export function schemaDifferences(dataSource: DataSource): Promise<string[]>;

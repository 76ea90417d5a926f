import { DefaultNamingStrategy, type NamingStrategyInterface, type ValueTransformer } from 'typeorm';

/** `bigint` columns are JavaScript bigints, never numbers. */
export const bigintColumn: ValueTransformer = {
  to: (value: bigint | null | undefined) => (value === null || value === undefined ? value : value.toString()),
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};

/** tenantId → tenant_id. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    const base = customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [...embeddedPrefixes, base].join('_');
  }
}

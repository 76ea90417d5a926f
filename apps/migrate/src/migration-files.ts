import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { MigrationInterface } from 'typeorm';

export type Migration = new () => MigrationInterface;

/** Milliseconds, then its subject: `1763700000100-platform-init`. */
const MIGRATION = /^(\d{13})-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.[jt]s$/;
/** Additional files that compilers write. */
const GENERATED_FILES = /\.(?:map|d\.ts)$/;

/**
 * The migrations among the files of their folder, oldest first.
 * @throws Error for any other file: a file that is skipped silently is a table that is missing in production.
 */
export function migrationFiles(names: readonly string[]): string[] {
  const files = names.filter((name) => !GENERATED_FILES.test(name)).sort();
  for (const [n, name] of files.entries()) {
    const [, time] = MIGRATION.exec(name) ?? [];
    if (time === undefined)
      throw new Error(
        `${name} is not named like a migration: 13 digits, a hyphen, and words of a-z and 0-9 with hyphens between`,
      );
    if (n > 0 && files[n - 1]!.startsWith(time))
      throw new Error(`${files[n - 1]} and ${name} have the same time: one of them needs another`);
  }
  return files;
}

/**
 * The one migration that a file has.
 * @throws Error where it has none or several, or one of another time than its file: their order would not be that of the names.
 */
export function migrationIn(file: string, exported: Readonly<Record<string, unknown>>): Migration {
  const [found, ...more] = Object.values(exported).filter((one) => typeof one === 'function');
  const time = file.slice(0, 13);
  if (found === undefined || more.length > 0) throw new Error(`${file} must export exactly one migration`);
  if (!found.name.endsWith(time)) throw new Error(`${file} exports ${found.name}, whose name must end with ${time}`);
  return found as Migration;
}

/** The migrations of the product, oldest first. */
export function productMigrations(): Migration[] {
  const folder = path.join(__dirname, 'migrations');
  return migrationFiles(readdirSync(folder)).map((file) =>
    migrationIn(file, require(path.join(folder, file)) as Record<string, unknown>),
  );
}

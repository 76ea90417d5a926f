import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSchemaFiles, schemaNames } from './schema-files.js';

describe('the files of db/', () => {
  const files = readSchemaFiles();

  it('have each function in the file of its name, so that it is found and can be applied again', () => {
    expect(files.functions.length).toBeGreaterThan(100);
    const wrong = files.functions.filter(({ path: file, sql }) => {
      const [, lib, name] = /^([a-z-]+)\/functions\/(.+)\.sql$/.exec(file)!;
      const defined = [...sql.matchAll(/^create or replace (?:function|aggregate) ([a-z_.]+[a-z0-9_]*)/gm)];
      return defined.length !== 1 || defined[0]![1] !== `${lib!.replaceAll('-', '_')}.${name}`;
    });
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('create in the tables of a lib only its own schema, and no function', () => {
    for (const [n, schema] of schemaNames(files).entries()) {
      const { sql } = files.tables[n]!;
      expect(sql.match(/^create schema .*;$/gm)).toEqual([`create schema ${schema};`]);
      expect(sql).not.toMatch(/^create (or replace )?function/m);
      const made = [...sql.matchAll(/^create (?:unlogged )?table ([a-z_]+)\./gm)].map(([, where]) => where);
      expect(new Set(made)).toEqual(new Set(made.length > 0 ? [schema] : []));
    }
  });

  it('are refused when one of them would not be applied', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'drive-portal-db-'));
    try {
      cpSync(path.resolve(__dirname, '../../../db'), folder, { recursive: true });
      for (const name of [
        'billing/more.sql',
        'billing/functions/Other.sql',
        'tables.sql',
        'billing/functions/a/b.sql',
      ]) {
        const stray = path.join(folder, name);
        cpSync(path.join(folder, 'policies.sql'), stray, { recursive: true });
        expect(() => readSchemaFiles(folder)).toThrow(`db/${name} is none of`);
        rmSync(stray);
      }
      writeFileSync(path.join(folder, 'billing/README.md'), 'Notes are welcome.');
      expect(readSchemaFiles(folder)).toEqual(files);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

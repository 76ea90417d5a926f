import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldsOf } from '../src/catalogue/catalogue.js';
import { parametersJson, sdkVersion } from '../src/catalogue/parameters.generated.js';
import { operations } from '../src/operations/index.js';

const root = path.resolve(__dirname, '../../..');

describe('the parameter catalogue', () => {
  it('equals the declarations of the installed SDK', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/stripe/package.json'), 'utf8')) as {
      version: string;
    };
    expect(sdkVersion).toBe(version);
    execFileSync(process.execPath, ['apps/stripe-sandbox/tools/derive-parameters.mjs', '--check'], { cwd: root });
  });

  it('contains exactly the emulated operations, and all parameters they use', () => {
    expect(Object.keys(JSON.parse(parametersJson) as object).sort()).toEqual(operations.map((one) => one.route).sort());
    for (const operation of operations) {
      const known = Object.keys(fieldsOf(operation.route)).map((name) => name.replace(/!$/, ''));
      expect({ of: operation.route, unknown: operation.emulates.filter((name) => !known.includes(name)) }).toEqual({
        of: operation.route,
        unknown: [],
      });
    }
  });
});

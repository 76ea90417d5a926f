import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/node_modules|\.(?:int-)?spec\.ts$/.test(file))
    .map((file) => path.join(folder, file)),
);

describe('the library of the API’s description', () => {
  it('is loaded with nothing that a process loads at its start', () => {
    const loads = sources.filter((file) =>
      /^(?:im|ex)port (?!type ).*'@nestjs\/swagger'|^\} from '@nestjs\/swagger'/m.test(
        readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
    // Loaded by `npm run generate` only.
    expect(loads).toEqual(['apps/api/src/openapi/create-document.ts']);
  });
});

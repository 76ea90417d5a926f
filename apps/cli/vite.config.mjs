// The drive command as one file without dependencies, and as a package for npx, among the files that the portal serves.
import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { npmCommand } from '../../scripts/lib/npm-command.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { licenceText } from '../../scripts/supply-chain/notices.mjs';
import { templateFiles } from './src/templates.ts';

const single = {
  name: 'drive',
  load: (id) =>
    id.endsWith('/cli/src/templates.ts')
      ? `export const templateFiles = () => (${JSON.stringify(templateFiles())});`
      : null,
  generateBundle(_options, bundle) {
    const packages = new Set(
      [...this.getModuleIds()].flatMap((id) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
    );
    const licences = [...packages].map((at) => `${at.slice('node_modules/'.length)}\n\n${licenceText(at)}`);
    bundle['drive.cjs'].code += `\n/*\n${licences.join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
  },
  async writeBundle({ dir }) {
    const folder = fs.mkdtempSync(path.join(dir, 'package-'));
    const { dependencies: _bundled, ...own } = JSON.parse(fs.readFileSync(inRoot('apps/cli/package.json'), 'utf8'));
    const manifest = { ...own, bin: { drive: 'drive.cjs' }, files: ['drive.cjs'] };
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    for (const file of [inRoot('apps/cli/README.md'), inRoot('LICENSE'), path.join(dir, 'drive.cjs')])
      fs.copyFileSync(file, path.join(folder, path.basename(file)));
    const [npm, ...args] = npmCommand('pack', '--json', '--pack-destination', dir);
    const { code, stdout, output } = await run(npm, args, { cwd: folder, shell: npm.endsWith('.cmd') });
    if (code !== 0) throw new Error(`npm pack: ${output}`);
    fs.renameSync(path.join(dir, JSON.parse(stdout)[0].filename), path.join(dir, 'drive.tgz'));
    fs.rmSync(folder, { recursive: true });
  },
};

export default defineConfig({
  plugins: [single],
  resolve: { alias: [{ find: /^@portal\/(.+)$/, replacement: inRoot('libs', '$1', 'src', 'index.ts') }] },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    emptyOutDir: false,
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: 'drive.cjs', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});

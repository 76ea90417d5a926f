import fs from 'node:fs';
import { inRoot } from '../lib/root.mjs';
import { allowed, shippedPackages } from './packages.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * THIRD-PARTY-NOTICES.md: the licence of every package that is shipped, each text once with the packages that have it.
 * Of a package for one system only its parent speaks, so that every machine writes the same file; what stands in for
 * those packages where none of them fits is installed nowhere.
 */
export function thirdPartyNotices() {
  const { read } = allowed();
  const texts = new Map();
  for (const { name, version, licence, at } of shippedPackages().filter(isInstalled)) {
    const text = licenceText(at);
    const key = text.replaceAll(/\s+/g, ' ');
    const entry = texts.get(key) ?? { text, packages: [] };
    entry.packages.push(`${name} ${version} (${read[name]?.licence ?? licence})`);
    texts.set(key, entry);
  }
  const sections = [...texts.values()]
    .map(({ text, packages }) => ({ text, packages: [...new Set(packages)].sort() }))
    .sort((a, b) => (a.packages[0] < b.packages[0] ? -1 : 1))
    .map(({ text, packages }) => `## ${packages.join(', ')}\n\n\`\`\`text\n${text || WITHOUT_FILE}\n\`\`\`\n`);
  return `${HEAD}\n${sections.join('\n')}`;
}

const isInstalled = ({ platform, at }) => !platform && fs.existsSync(inRoot(at));

const HEAD = `# Third-party notices

Licences of the software and fonts in the images and pages of Drive Portal. The fonts in PDFs are DejaVu
(dejavu-fonts-ttf) and Unifont (@fontsource/unifont). Pictures are decoded by libvips, a shared library used unchanged
under LGPL-3.0-or-later (https://github.com/libvips/libvips), with the parts that its package names. Made by \`npm run generate\`.
`;
const WITHOUT_FILE = 'The package has no licence file; the licence that it names applies.';

/** The texts of the licence files of the package at a path below the root. */
export function licenceText(at) {
  const files = fs
    .readdirSync(inRoot(at))
    .filter((file) => LICENCE_FILE.test(file) && fs.statSync(inRoot(at, file)).isFile());
  return files
    .sort()
    .map((file) =>
      fs
        .readFileSync(inRoot(at, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .replaceAll(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n')
    .replaceAll('```', "'''");
}

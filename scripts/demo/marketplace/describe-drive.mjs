// What authors of the demo write about their Drives beside the manifest, with a screenshot that is drawn here.
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { inRoot } from '../../lib/root.mjs';
import { demoPerson } from '../client.mjs';
import { DRIVES, STORY_NAMES } from './companies.mjs';
import { chances } from './plan.mjs';

const require = createRequire(import.meta.url);
const { writePdf } = require(inRoot('dist/libs/platform/src/pdf/write-pdf.js'));
const FONTS = ['DejaVuSans', 'DejaVuSans-Bold'].map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const PLACES = ['Harbour Street', 'North Yard', 'Mill Lane', 'Old Market', 'Quay 7', 'Station Road'];
const VALID_MS = 550 * 86_400_000;
const [DARK, DIM, WHITE] = ['#15191c', '#565e65', '#ffffff'];

/** `receipt.matched` as people say it. */
const said = (kind) => (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll(/[._]/g, ' ');
const listed = (items) => items.map((item) => `- ${item}`).join('\n');

/** Written by the author and approved by a reviewer. */
export async function describeDrive(w, slug) {
  const drive = DRIVES[slug] ?? STORY_NAMES.described;
  const author = await (drive.company ? w.author(drive.company) : demoPerson(w.base, 'played-author'));
  const site = author.company ? `https://${author.company.domain}` : STORY_NAMES.website;
  const { id } = (await author.get('/author/account')).drives.find((one) => one.slug === slug);
  await proveClaims(w, author, `/author/drives/${id}/evidence`, drive);
  const path = `/author/drives/${id}/content`;
  const open = (await author.get(path)).versions[0];
  if (open?.state === 'approved') return;
  if (open?.state !== 'in_review') {
    const picture = await draw(drive, slug);
    const { digest } = await author.post(`${path}/pictures`, picture, { 'content-type': 'image/png' });
    const screenshots = [{ digest, alt: `${drive.name}: the work of this week, by day and as a list` }];
    const description = `${drive.about}\n\n## What you see\n\n${listed(drive.does.map(said))}\n\n## What you decide\n\n${listed(Object.values(drive.config).map(({ title }) => title))}`;
    const body = { description, screenshots, links: [{ kind: 'support', url: `${site}/support` }], notes: [] };
    await author.post(path, { revision: open?.revision ?? 0, body });
    await author.post(`${path}/state`, { state: 'in_review' });
  }
  const { id: version, revision } = (await author.get(path)).versions[0];
  const reason = 'The picture shows the product, and the words say what it does.';
  await w.reviewer.post(`/review/contents/${version}/decide`, { state: 'approved', reason, revision });
}

/** Its claims about regulated data: stated with a report, and accepted by as many reviewers as its entry says, if it does. */
async function proveClaims(w, author, path, { name, accepted_by: reviewers }) {
  if (reviewers === undefined) return;
  const { clock_now: now } = await w.clock.sandbox();
  const valid_until = new Date(Date.parse(now) + VALID_MS).toISOString();
  for (const { claim, text, state } of (await author.get(path)).items) {
    if (state !== 'missing') continue;
    const report = await writePdf({ size: 'A4' }, (pdf) => pdf.text(`${name}: ${text}.`).text(`Audited at ${now}.`));
    const query = new URLSearchParams({ claim, valid_until, file_name: 'audit.pdf' });
    await author.post(`${path}?${query}`, report, { 'content-type': 'application/pdf' });
  }
  for (const reviewer of [w.reviewer, w.secondReviewer].slice(0, reviewers))
    for (const { evidence } of (await author.get(path)).items)
      await reviewer.post(`/review/evidence/${evidence.id}/accept`, { accepted_until: evidence.valid_until });
}

const box = (x, y, width, height, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" ${more}/>`;

/** A week of a Drive's work as PNG, from its name. */
function draw({ name, tagline, accent, glyph, does }, slug) {
  const chance = chances([...slug].reduce((sum, sign) => sum + sign.charCodeAt(0), 0));
  const shapes = [
    `<rect width="1280" height="800" fill="#f6f7f8"/><rect width="232" height="800" fill="${accent}"/>`,
    `<path transform="translate(24 26) scale(1.4)" fill="none" stroke="${WHITE}" stroke-width="1.8" d="${glyph}"/>`,
    box(12, 92, 208, 40, WHITE, 'fill-opacity="0.16"'),
    ...[box(264, 128, 984, 264, WHITE, 'stroke="#dfe3e6"'), box(264, 416, 984, 352, WHITE, 'stroke="#dfe3e6"')],
  ];
  const texts = [
    [name, 68, 32, 18, WHITE, true],
    [name, 264, 28, 28, DARK, true],
    [tagline, 264, 76, 17, DIM],
    ...['This week', ...does.map(said), 'Settings'].map((text, n) => [text, 28, 104 + n * 48, 15, WHITE]),
  ];
  for (const [n, day] of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].entries()) {
    const [x, count] = [300 + n * 190, 20 + Math.floor(chance() * 120)];
    shapes.push(box(x, 350 - count, 72, count, accent));
    texts.push([day, x + 20, 360, 15, DIM], [String(count), x + 22, 326 - count, 15, DARK, true]);
  }
  for (const [n, place] of PLACES.entries()) {
    const [y, ago, kind] = [440 + n * 54, 1 + Math.floor(chance() * 9), does[Math.floor(chance() * does.length)]];
    shapes.push(box(1056, y - 6, 168, 32, accent, 'fill-opacity="0.14"'));
    texts.push([place, 288, y, 17, DARK, true], [`${ago} h ago`, 640, y, 16, DIM], [said(kind), 1070, y + 2, 14, DARK]);
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800">${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).composite(texts.map(written)).png({ palette: true }).toBuffer();
}

/** With a font of ours, because a machine may have none. */
function written([words, left, top, size, colour, isBold = false]) {
  const text = `<span foreground="${colour}">${words.replaceAll('&', '&amp;')}</span>`;
  const font = `DejaVu Sans ${isBold ? 'Bold ' : ''}${size}`;
  return { left, top, input: { text: { text, font, fontfile: FONTS[Number(isBold)], dpi: 72, rgba: true } } };
}

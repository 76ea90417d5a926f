// The Drives of the demo's marketplace: one process, each on a port of its own.
import fs from 'node:fs';
import path from 'node:path';
import { firstFreePort } from '../../lib/free-port.mjs';
import { PORTS } from '../drive.mjs';
import { COMPANIES, DRIVES, WAITING } from './companies.mjs';

const NAME = 'drive-fleet';
const file = (directory) => path.join(directory, `${NAME}.json`);

/** The icon of a Drive: its glyph on a square of its accent. */
const iconOf = ({ accent, glyph }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="${accent}"/>` +
  `<circle cx="420" cy="70" r="210" fill="#ffffff" fill-opacity="0.12"/>` +
  `<g transform="translate(100 100) scale(13)" fill="none" stroke="#ffffff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${glyph}"/></g></svg>`;

/** What the reference Drive has in its form and this one does not. */
const NOT_OURS = { brand_name: null, tone: null, drafts_per_week: null, notify_operator: null };

const formOf = (fields) => ({ required: Object.keys(fields).slice(0, 1), properties: fields });

function optionsOf([slug, drive], port, directory) {
  const { name, tagline, category, motion, tier, accent, permissions, compliance, does, consumes, config, next } =
    drive;
  const { domain } = COMPANIES[drive.company];
  const events = ['install.created', 'install.revoked', ...does];
  return {
    id: slug,
    name,
    port,
    pricingTier: tier,
    icon: iconOf(drive),
    dataFile: path.join(directory, 'drives', `${slug}.json`),
    manifestOverlay: {
      drive: {
        tagline,
        category,
        motion,
        accent_color: accent,
        homepage: `https://${domain}/${slug}`,
        support_email: `support@${domain}`,
      },
      permissions_requested: permissions,
      compliance: compliance && { ...compliance, subprocessors_url: `http://127.0.0.1:${port}/subprocessors` },
      events_emitted: events,
      ...(consumes && { events_consumed: consumes, endpoints: { receive: '/api/platform/receive' } }),
      config_schema: { ...formOf(config), properties: { ...NOT_OURS, ...config } },
      routes_exposed: [{ path: `/${slug}/drafts`, label: name, icon: 'layout' }],
    },
    releases: next
      ? [
          {
            permissions_requested: [...permissions, ...(next.permission ? [next.permission] : [])],
            config_schema: { properties: next.field ?? {} },
            ...next.overlay,
          },
        ]
      : [{}],
  };
}

/** Writes what the process runs, once: the ports are in the manifests' addresses. Returns [{ id, port }]. */
export async function planFleet(directory) {
  if (fs.existsSync(file(directory))) return fleetOf(directory);
  const fleet = [];
  let from = PORTS.from + 100 + Math.floor(Math.random() * 300);
  for (const entry of Object.entries({ ...DRIVES, ...WAITING })) {
    const port = await firstFreePort(from, PORTS.to);
    fleet.push(optionsOf(entry, port, directory));
    from = port + 1;
  }
  fs.writeFileSync(file(directory), JSON.stringify(fleet), { mode: 0o600 });
  return fleet;
}

export const fleetOf = (directory) =>
  fs.existsSync(file(directory)) ? JSON.parse(fs.readFileSync(file(directory), 'utf8')) : undefined;

/** The process, for Service. */
export const fleetService = ({ env, directory }) => ({
  name: NAME,
  main: 'dist/apps/reference-drive/src/fleet.js',
  env: { NODE_ENV: 'production', ...env, DRIVE_FLEET: file(directory) },
  logDirectory: path.join(directory, 'logs'),
});

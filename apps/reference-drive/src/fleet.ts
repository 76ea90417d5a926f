import { readFileSync } from 'node:fs';
import { createReferenceDrive } from './drive.js';
import type { ReferenceDriveOptions } from './options.js';

/** Many Drives in one process, each on a port of its own, as the JSON file that DRIVE_FLEET names describes them. */
async function main(): Promise<void> {
  const fleet = JSON.parse(readFileSync(process.env['DRIVE_FLEET'] ?? '', 'utf8')) as ReferenceDriveOptions[];
  const drives = await Promise.all(fleet.map((options) => createReferenceDrive(options)));
  process.stdout.write(`${JSON.stringify({ 'drive-fleet': 'up', urls: drives.map(({ url }) => url) })}\n`);
  const stop = (): void => {
    void Promise.all(drives.map((drive) => drive.close())).then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`drive-fleet: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

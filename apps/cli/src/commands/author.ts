import type { Command } from '../command.js';
import { addressMeant, asManifestUrl } from '../input.js';
import { UsageError } from '../io.js';
import { drivesOf, PORTAL_HELP, PORTAL_OPTIONS, withPortal } from '../portal.js';

/** `drive submit <drive> <url>`. */
export const submit: Command = {
  usage: '<drive> <url> [--watch] [--portal URL] [--json]',
  details: `
Submits the manifest of a Drive, named by its slug or id. The portal reads it at the URL, which must be public https,
and runs its checks. An earlier submission that waits for you or for a reviewer is withdrawn.
${PORTAL_HELP}

Example: drive submit crm-sync https://drive.example.com --watch`,
  options: PORTAL_OPTIONS,
  needs: ['drive', 'url'],
  async run(args, io) {
    const [name, given] = args.positionals as [string, string];
    const url = asManifestUrl(given);
    if (!url) throw new UsageError(`Give the URL of the Drive or of its manifest.${addressMeant(given)}`);
    return withPortal(args, io, async (ask) => {
      const drives = await drivesOf(ask, [name]);
      await ask('POST', `/author/drives/${drives[0]!.id}/submissions`, {}, { manifest_url: url.href });
      return drives;
    });
  },
};

/** `drive publish <drive>`. */
export const publish: Command = {
  usage: '<drive> [--watch] [--portal URL] [--json]',
  details: `
Has the portal read the manifest of a listed Drive now instead of at its next poll. Raise the version first. What needs
no review goes live at once; the rest becomes a submission while the old version serves.
${PORTAL_HELP}

Example: drive publish crm-sync --watch`,
  options: PORTAL_OPTIONS,
  needs: ['drive'],
  run: (args, io) =>
    withPortal(args, io, async (ask) => {
      const [drive] = await drivesOf(ask, args.positionals);
      await ask('POST', `/author/drives/${drive!.id}/sync`, {});
      return [{ id: drive!.id, before: drive!.last_checked_at }];
    }),
};

/** `drive status [<drive> ...]`. */
export const status: Command = {
  usage: '[<drive> ...] [--watch] [--portal URL] [--json]',
  details: `
Prints what the portal says of your Drives, named by slug or id, or of all of them: the listing, the newest submission
with its checks, and what is wrong with how to fix it.
${PORTAL_HELP}

Example: drive status crm-sync --watch`,
  options: PORTAL_OPTIONS,
  needs: [],
  takesMore: true,
  run: (args, io) => withPortal(args, io, (ask) => drivesOf(ask, args.positionals)),
};

import { createReferenceDrive, type ReferenceDrive } from './drive.js';
import { HELP, readCommandLine, type CommandLine } from './options.js';

async function main(): Promise<void> {
  const line = commandLine();
  if (!line) return;
  if (line.help) {
    process.stdout.write(HELP);
    return;
  }
  const drive = await createReferenceDrive(line.options);
  const isWatched = process.stdout.isTTY === true && !line.json;
  process.stdout.write(isWatched ? forPerson(drive, line.options.secrets?.length === 0) : forMachine(drive));
  const stop = (): void => {
    void drive.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Undefined when it cannot be used, which is reported and becomes exit code 2. */
function commandLine(): CommandLine | undefined {
  try {
    return readCommandLine(process.env, process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`reference-drive: ${(error as Error).message}\nSee --help.\n`);
    process.exitCode = 2;
    return undefined;
  }
}

function forMachine({ url, port, manifestUrl }: ReferenceDrive): string {
  return `${JSON.stringify({ 'reference-drive': 'up', url, port, manifest_url: manifestUrl })}\n`;
}

function forPerson({ url, manifestUrl }: ReferenceDrive, withoutSecret: boolean): string {
  const secret = withoutSecret
    ? '\nNo secret yet: signed calls are refused until you enter one on the control page.'
    : '';
  return `The reference Drive listens on ${url}

  control page  ${url}/
  manifest      ${manifestUrl}
  try           drive validate ${url}
${secret}
Ctrl-C ends it.
`;
}

main().catch((error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(
    `reference-drive: ${code === 'EADDRINUSE' ? 'the port is taken; --port 0 takes a free one' : message}\n`,
  );
  process.exit(1);
});

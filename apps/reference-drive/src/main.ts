import { createReferenceDrive } from './drive.js';
import { optionsFromEnvironment } from './options.js';

async function main(): Promise<void> {
  const drive = await createReferenceDrive(optionsFromEnvironment(process.env, process.argv.slice(2)));
  console.log(
    JSON.stringify({ 'reference-drive': 'up', url: drive.url, port: drive.port, manifest_url: drive.manifestUrl }),
  );
  const stop = (): void => {
    void drive.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

// One process of several that sign at once: the built libraries, a pool of its own. Its parent sends what to sign; it
// answers with every timestamp that it was given.
require('reflect-metadata');
const path = require('node:path');
const { NestFactory } = require('@nestjs/core');

const built = (file) => require(path.resolve(__dirname, '../../dist/libs', file));
const { PlatformModule } = built('platform/src/index.js');
const { Config, readVariables } = built('platform/src/config/index.js');
const { SecretsCoreModule } = built('secrets/src/index.js');
const { SigningReservations } = built('secrets/src/calls/signing-reservations.js');

/** Calls under way at once. */
const TOGETHER = 500;

async function sign(reservations, { driveIds, each }) {
  const signed = driveIds.map(() => []);
  for (let done = 0; done < each; done += TOGETHER)
    await Promise.all(
      driveIds.flatMap((driveId, drive) =>
        Array.from({ length: Math.min(TOGETHER, each - done) }, async () =>
          signed[drive].push((await reservations.next({ driveId })).timestampMs),
        ),
      ),
    );
  return signed;
}

async function main() {
  const config = new Config(readVariables(process.env));
  const root = {
    module: class SigningProcess {},
    imports: [PlatformModule.forRoot(config, 'test'), SecretsCoreModule],
  };
  const app = await NestFactory.createApplicationContext(root, { logger: false });
  const reservations = app.get(SigningReservations, { strict: false });
  process.on('message', (what) => void sign(reservations, what).then((signed) => process.send(signed)));
  process.on('disconnect', () => void app.close().then(() => process.exit(0)));
  process.send('ready');
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '@portal/platform';
import { Config, ConfigError } from '@portal/platform/config';
import { Reseal, SealedStores } from '@portal/platform/crypto';
import { FEATURES } from './features.js';

const USAGE = `Seals every stored secret with the newest key of KEYRING (docs/runbooks/kek-rotation.md).
  --status     only say which key seals how many values
  --batch N    values per transaction, 1 to 5000 (200)
Exit code: 0 done, 1 some values cannot be opened, 2 wrong use or settings.
`;

/** The features without their background work. */
@Module({})
class ResealModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ResealModule,
      imports: [PlatformModule.forRoot(config, 'reseal'), ...FEATURES],
    };
  }
}

async function main(args: string[]): Promise<number> {
  const batch = args.includes('--batch') ? Number(args[args.indexOf('--batch') + 1]) : 200;
  const known = args.every((arg, i) => ['--status', '--batch'].includes(arg) || args[i - 1] === '--batch');
  if (!known || !Number.isInteger(batch) || batch < 1 || batch > 5_000) {
    process.stderr.write(USAGE);
    return 2;
  }
  const app = await NestFactory.createApplicationContext(ResealModule.forRoot(Config.fromEnv()), {
    logger: false,
    abortOnError: false,
  });
  try {
    const unique = app.get(SealedStores).all();
    const reseal = app.get(Reseal);
    const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
    if (args.includes('--status')) {
      print(await reseal.status(unique));
      return 0;
    }
    await reseal.count(unique);
    const result = await reseal.execute(unique, { batch, onProgress: print });
    await reseal.count(unique);
    print({ done: true, ...result });
    return result.broken > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);

import { createSandbox, type SandboxOptions } from './sandbox.js';

/** Reads the environment; complains about everything that is wrong at once. */
function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const problems: string[] = [];
  const value = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl === undefined) problems.push('DATABASE_URL is missing');
  const port = Number(value('PORT') ?? 3002);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push('PORT must be a port number');
  for (const prefix of ['', 'CONNECT_']) {
    if ((value(`${prefix}WEBHOOK_URL`) === undefined) !== (value(`${prefix}WEBHOOK_SECRET`) === undefined)) {
      problems.push(`${prefix}WEBHOOK_URL and ${prefix}WEBHOOK_SECRET belong together`);
    }
  }
  if (env['NODE_ENV'] === 'production' && value('PORTAL_MODE') !== 'sandbox') {
    problems.push('NODE_ENV is production and PORTAL_MODE is not sandbox: an emulator has no place there');
  }
  if (value('STRIPE_SANDBOX_SECRET_KEY')?.startsWith('sk_test_') === false) {
    problems.push('STRIPE_SANDBOX_SECRET_KEY must start with sk_test_');
  }
  if (problems.length) throw new Error(problems.join('; '));
  const optional = {
    secretKey: value('STRIPE_SANDBOX_SECRET_KEY'),
    webhookUrl: value('WEBHOOK_URL'),
    webhookSecret: value('WEBHOOK_SECRET'),
    connectWebhookUrl: value('CONNECT_WEBHOOK_URL'),
    connectWebhookSecret: value('CONNECT_WEBHOOK_SECRET'),
    host: value('HOST'),
    publicUrl: value('SANDBOX_PUBLIC_URL'),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, one]) => one !== undefined));
  return { databaseUrl: databaseUrl ?? '', port, onFailure: report, ...given };
}

function report(failure: unknown): void {
  const message = failure instanceof Error ? failure.message : String(failure);
  process.stderr.write(`${JSON.stringify({ level: 'error', app: 'stripe-sandbox', message })}\n`);
}

async function main(): Promise<void> {
  const sandbox = await createSandbox(readOptions(process.env));
  let closing: Promise<void> | undefined;
  const stop = (): void => {
    closing ??= sandbox.close().then(
      () => process.exit(0),
      (failure: unknown) => {
        report(failure);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(
    `${JSON.stringify({ ready: true, app: 'stripe-sandbox', url: sandbox.url, port: sandbox.port })}\n`,
  );
}

main().catch((failure: unknown) => {
  report(failure);
  process.exit(1);
});

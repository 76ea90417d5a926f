import Stripe from 'stripe';

/**
 * One call of the payment sandbox's control plane.
 * @param path below `/_sandbox`
 * @throws Error with its answer when it refuses
 */
export async function controlSandbox(sandboxUrl: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandboxUrl}/_sandbox${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

/** The processor, as anybody with its key sees it. */
export const sandboxStripe = ({ port }: { port: number }, more: Stripe.StripeConfig = {}): Stripe =>
  new Stripe('sk_test_sandbox', { host: '127.0.0.1', port, protocol: 'http', telemetry: false, ...more });

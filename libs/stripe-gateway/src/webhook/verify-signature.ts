import type { Secret } from '@portal/kernel';

const toleranceSeconds = 300;

/**
 * Verifies the provider's signature over the raw bytes and that its timestamp is within 300 s of now, past or future.
 */
export async function isSignatureValid(
  body: Buffer | undefined,
  header: string | undefined,
  secret: Secret,
  wallNow: Date,
): Promise<boolean> {
  if (body === undefined || body.length === 0 || header === undefined) return false;
  const signedAt = timestampOf(header);
  if (signedAt === undefined) return false;
  // The SDK only refuses old timestamps.
  if (signedAt - Math.floor(wallNow.getTime() / 1_000) > toleranceSeconds) return false;
  const { default: Sdk } = await import('stripe');
  try {
    Sdk.webhooks.signature?.verifyHeader(body, header, secret.reveal(), toleranceSeconds, undefined, wallNow.getTime());
    return Sdk.webhooks.signature !== null;
  } catch (error) {
    if (error instanceof Sdk.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

// Exactly one timestamp, digits only, so that the checked value is the signed one. Also rejects what the SDK cannot
// parse, such as an empty signature.
function timestampOf(header: string): number | undefined {
  const parts = header.split(',');
  const times = parts.filter((part) => part.startsWith('t='));
  const only = times[0]?.slice(2) ?? '';
  const wellFormed = parts.every((part) => /^\w{1,10}=\w{1,200}$/.test(part));
  return wellFormed && times.length === 1 && /^\d{1,12}$/.test(only) ? Number(only) : undefined;
}

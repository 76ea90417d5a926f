import { createHmac, timingSafeEqual } from 'node:crypto';

// Why a request is refused with 401, or null when it comes from the host.
// headers: names in lower case. target: the request target as it came, path and query (req.url), nothing decoded.
export function refusal(headers, target, secret, nowMs = Date.now()) {
  if (!secret) throw new Error('PLATFORM_AGENT_SECRET is not set');
  const timestamp = headers['x-platform-timestamp'];
  const signature = headers['x-platform-signature'];
  if (!timestamp || !signature) return 'missing_signature_headers';
  if (!/^[0-9]{1,15}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > 300_000) return 'stale_timestamp';
  if (!/^[0-9a-f]{64}$/.test(signature)) return 'bad_signature';
  const expected = createHmac('sha256', secret).update(`${timestamp}:${target}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'bad_signature';
}

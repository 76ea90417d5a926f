/** The contract's two headers for a request, made in this browser; the secret goes nowhere. */
export interface SignedHeaders {
  /** The exact signed text. */
  payload: string;
  timestamp: string;
  /** 64 lower-case hex digits. */
  signature: string;
}

/** Whether `text` is a path as on a request line. */
export function isRequestPath(text: string): boolean {
  return /^\/[\x21-\x7e]*$/.test(text) && !text.includes('#');
}

/**
 * Signs `<timestamp>:<path>` by HMAC-SHA256 (contract: Authentication 3) with WebCrypto.
 * @param timestamp Unix milliseconds as decimal digits
 */
export async function signRequest(secret: string, timestamp: string, path: string): Promise<SignedHeaders> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const payload = `${timestamp}:${path}`;
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(payload)));
  const signature = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { payload, timestamp, signature };
}

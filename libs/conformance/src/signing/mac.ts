import { prepareKey } from '@portal/contract';
import type { KeyReading, Mac } from '../probe/transport.js';

const READINGS: Readonly<Record<KeyReading, (secret: string) => Uint8Array>> = {
  newline: (secret) => Buffer.from(`${secret}\n`),
  trimmed: (secret) => Buffer.from(secret.trim()),
  quoted: (secret) => Buffer.from(`"${secret}"`),
  hex_decoded: (secret) => Buffer.from(secret, 'hex'),
  base64_decoded: (secret) => Buffer.from(secret, 'base64'),
};

/**
 * The MAC function with which a run finds out the wrong recipe of a Drive. The secret stays in the closure.
 * @param secret the Drive's secret as text, exactly as in `PLATFORM_AGENT_SECRET`
 */
export function macFromSecret(secret: string): Mac {
  const whole = Buffer.from(secret);
  return (payload, reading) => {
    const key = reading === undefined ? whole : READINGS[reading](secret);
    // An empty key would sign like a Drive without a secret.
    if (key.length === 0 || (reading !== undefined && whole.equals(key))) return null;
    return Buffer.from(prepareKey(key).hmacHex(payload), 'hex');
  };
}

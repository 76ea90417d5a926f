import { refusal } from './verify.mjs';

// Both secrets while a rotation lasts. When the old one has ended, take PLATFORM_AGENT_SECRET_PREVIOUS away.
const { PLATFORM_AGENT_SECRET, PLATFORM_AGENT_SECRET_PREVIOUS } = process.env;
const secrets = [PLATFORM_AGENT_SECRET, PLATFORM_AGENT_SECRET_PREVIOUS].filter(Boolean);

// Why a request is refused with 401, or null when it is signed with one of the secrets.
export function refusalByAll(headers, target, nowMs = Date.now()) {
  if (secrets.length === 0) throw new Error('PLATFORM_AGENT_SECRET is not set');
  const reasons = secrets.map((secret) => refusal(headers, target, secret, nowMs));
  return reasons.includes(null) ? null : reasons[0];
}

"""Whether a request comes from the host: Drive Platform Contract v1, Authentication."""
import hashlib
import hmac
import re

MAX_SKEW_MS = 300_000


def refusal(headers, target, secrets, now_ms):
    """The reason of a refusal, or None. Verifies in the contract's order.

    headers: names in lower case. target: path and query as they came, nothing decoded.
    secrets: all that are valid now: two while a rotation lasts. now_ms: Unix milliseconds.
    """
    timestamp = headers.get("x-platform-timestamp") or ""
    signature = headers.get("x-platform-signature") or ""
    if not timestamp or not signature:
        return "missing_signature_headers"
    if not re.fullmatch(r"[0-9]{1,16}", timestamp) or abs(now_ms - int(timestamp)) > MAX_SKEW_MS:
        return "stale_timestamp"
    if not re.fullmatch(r"[0-9a-f]{64}", signature):
        return "bad_signature"
    text = f"{timestamp}:{target}".encode()
    for secret in secrets:
        expected = hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
        if hmac.compare_digest(expected, signature):
            return None
    return "bad_signature"

import hashlib
import hmac
import re
import time


def refusal(headers, target, secret, now_ms=None):
    """Why a request is refused with 401, or None when it comes from the host.

    headers: names in lower case. target: the request target as it came, path and query, nothing decoded
    (in WSGI take RAW_URI or REQUEST_URI; PATH_INFO is decoded already).
    """
    if not secret:
        raise ValueError("PLATFORM_AGENT_SECRET is not set")
    timestamp = headers.get("x-platform-timestamp", "")
    signature = headers.get("x-platform-signature", "")
    if not timestamp or not signature:
        return "missing_signature_headers"
    now_ms = int(time.time() * 1000) if now_ms is None else now_ms
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(now_ms - int(timestamp)) > 300_000:
        return "stale_timestamp"
    if not re.fullmatch(r"[0-9a-f]{64}", signature):
        return "bad_signature"
    payload = f"{timestamp}:{target}".encode()
    expected = hmac.new(secret.encode(), payload, hashlib.sha256).hexdigest()
    return None if hmac.compare_digest(expected, signature) else "bad_signature"

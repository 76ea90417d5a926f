<?php
// Why a request is refused with 401, or null when it comes from the host.
// $headers: names in lower case. $target: $_SERVER['REQUEST_URI'], path and query as they came, nothing decoded.
function refusal(array $headers, string $target, string $secret, ?int $nowMs = null): ?string
{
    if ($secret === '') {
        throw new InvalidArgumentException('PLATFORM_AGENT_SECRET is not set');
    }
    $timestamp = $headers['x-platform-timestamp'] ?? '';
    $signature = $headers['x-platform-signature'] ?? '';
    if ($timestamp === '' || $signature === '') {
        return 'missing_signature_headers';
    }
    $nowMs ??= (int) (microtime(true) * 1000);
    if (!preg_match('/\A[0-9]{1,15}\z/', $timestamp) || abs($nowMs - (int) $timestamp) > 300000) {
        return 'stale_timestamp';
    }
    if (!preg_match('/\A[0-9a-f]{64}\z/', $signature)) {
        return 'bad_signature';
    }
    $expected = hash_hmac('sha256', $timestamp . ':' . $target, $secret);
    return hash_equals($expected, $signature) ? null : 'bad_signature';
}

require 'openssl'

# Why a request is refused with 401, or nil when it comes from the host.
# headers: names in lower case. target: the request target as it came, path and query, nothing decoded
# (in Rack: env['REQUEST_URI']; PATH_INFO is decoded already).
def refusal(headers, target, secret, now_ms = (Time.now.to_f * 1000).to_i)
  raise ArgumentError, 'PLATFORM_AGENT_SECRET is not set' if secret.to_s.empty?

  timestamp = headers['x-platform-timestamp'].to_s
  signature = headers['x-platform-signature'].to_s
  return 'missing_signature_headers' if timestamp.empty? || signature.empty?
  return 'stale_timestamp' unless timestamp.match?(/\A[0-9]{1,15}\z/) && (now_ms - timestamp.to_i).abs <= 300_000
  return 'bad_signature' unless signature.match?(/\A[0-9a-f]{64}\z/)

  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{timestamp}:#{target}")
  OpenSSL.fixed_length_secure_compare(expected, signature) ? nil : 'bad_signature'
end

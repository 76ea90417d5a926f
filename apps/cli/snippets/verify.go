package drive

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
)

var digits = regexp.MustCompile(`^[0-9]{1,15}$`)
var signatureForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Refusal says why a request is refused with 401, or "" when it comes from the host. target is r.RequestURI: path and
// query as they came, nothing decoded. It panics without a secret, so that an unset variable never opens the door.
func Refusal(headers http.Header, target, secret string, nowMs int64) string {
	if secret == "" {
		panic("PLATFORM_AGENT_SECRET is not set")
	}
	timestamp, signature := headers.Get("X-Platform-Timestamp"), headers.Get("X-Platform-Signature")
	if timestamp == "" || signature == "" {
		return "missing_signature_headers"
	}
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || !digits.MatchString(timestamp) || nowMs-sent > 300000 || sent-nowMs > 300000 {
		return "stale_timestamp"
	}
	if !signatureForm.MatchString(signature) {
		return "bad_signature"
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + ":" + target))
	given, _ := hex.DecodeString(signature)
	if !hmac.Equal(mac.Sum(nil), given) {
		return "bad_signature"
	}
	return ""
}

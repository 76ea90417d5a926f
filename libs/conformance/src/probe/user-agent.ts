/** User-Agent of all check requests, so that a Drive's log and firewall can recognise them. */
export const USER_AGENT = 'DrivePortal-Conformance/1 (+contract v1)';

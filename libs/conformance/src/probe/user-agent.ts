/** How every request of a check introduces itself, whoever sends it, so that a Drive's log and its firewall know it. */
export const USER_AGENT = 'DrivePortal-Conformance/1 (+contract v1)';

import { execFileSync } from 'node:child_process';

/**
 * Writes a certificate of its own authority and its key.
 * @param name of the subject
 * @param of what it is for, as in `DNS:drive.example` or `IP:127.0.0.1`
 */
export function writeCertificate(files: { key: string; cert: string }, name: string, of: string, days: number): void {
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ');
  const named = ['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=${of}`];
  execFileSync('openssl', ['req', ...made, '-keyout', files.key, '-out', files.cert, ...named], { stdio: 'ignore' });
}

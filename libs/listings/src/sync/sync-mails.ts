import type { MailText } from '../listing/listing-mailer.js';

interface About {
  driveId: string;
  name: string;
}

// Mail about served manifests of live Drives that are not followed, to the author or to reviewers.

export function notRaisedMail(portal: string, { driveId, name }: About, text: string): MailText {
  return {
    topic: 'checks',
    subject: `${name}: your manifest changed without a higher version`,
    text: `${text}\n\nRaise the version to offer it:\n${portal}/author/drives/${driveId}`,
    path: `/author/drives/${driveId}`,
  };
}

export function noticedMail(portal: string, { driveId, name }: About, text: string): MailText {
  return {
    topic: 'checks',
    subject: `${name}: we cannot follow your manifest`,
    text: `${text}\n\nThe last good version stays live:\n${portal}/author/drives/${driveId}`,
    path: `/author/drives/${driveId}`,
  };
}

export function notPricedMail(portal: string, { driveId, name }: About, version: string | null): MailText {
  const path = `/review/drives?q=${encodeURIComponent(name)}`;
  return {
    topic: 'checks',
    subject: `${name}: a change is held, because nothing says what it costs`,
    text: `${version === null ? 'The changed manifest' : `Version ${version}`} is not followed: there is no price or listing fee for it, and no exception of check L04 is in force. The live version serves. The change is followed by itself when finance has set the price or an exception is confirmed. Drive ${driveId}:\n${portal}${path}`,
    path,
  };
}

export function driftedMail(portal: string, { driveId, name }: About, text: string): MailText {
  const path = `/review/drives?q=${encodeURIComponent(name)}`;
  return {
    topic: 'checks',
    subject: `${name}: a live Drive no longer does what it declares`,
    text: `The same manifest passed the checks before.\n${text}\n\nIt stays listed until somebody decides otherwise. Drive ${driveId}:\n${portal}${path}`,
    path,
  };
}

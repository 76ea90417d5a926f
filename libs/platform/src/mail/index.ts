export { MailReaders } from './mail-readers.js';
export { MAIL_TOPIC_KEYS, MAIL_TOPICS, type MailTopic } from './mail-topics.js';
export { mailSeal, TOKEN_PLACE, withToken } from './mailed-token.js';
export { Mailer, type Mail } from './mailer.js';
export { quoted } from './quoted.js';

import path from 'node:path';

/** Entry file of every thread. Tests start theirs with another one, which compiles the sources. */
export const THREAD_MAIN = path.join(__dirname, 'thread-main.js');

/** How npm is run here: [program, ...arguments]; the npm that runs this process, where there is one. */
export function npmCommand(...args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return [process.execPath, cli, ...args];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args];
}

// Plain old JavaScript: it has to run, and report the problem, on a Node.js that cannot run the rest.
var found = process.versions.node.split('.').map(Number);
var needed = [20, 19];
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    '\nThis is Node.js ' +
      process.versions.node +
      '; Drive Portal needs ' +
      needed.join('.') +
      ' or newer (https://nodejs.org).\n',
  );
  process.exit(1);
}

// argon2 as the tests import it (jest.config.cjs): a password costs 20 ms once, and nothing where the same is hashed or
// compared again, as most of the people in tests have the same one. Its answer is that of argon2.
const argon2 = require('../../node_modules/@node-rs/argon2/index.js');

const answers = new Map();

function once(work, ...given) {
  const key = JSON.stringify([work.name, ...given]);
  if (!answers.has(key)) answers.set(key, work(...given));
  return answers.get(key);
}

async function hash(password, cost) {
  const made = await once(argon2.hash, password, cost);
  answers.set(JSON.stringify(['verify', made, password]), Promise.resolve(true));
  return made;
}

module.exports = { hash, verify: (made, password) => once(argon2.verify, made, password) };

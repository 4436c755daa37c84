import fc from 'fast-check';

type Respell = (address: string) => string;

/** Ways to write an address in another way that leads to the same place. */
export const spellings: readonly (readonly [how: string, respell: Respell])[] = [
  ['a slash at its end', (address) => `${address}/`],
  ['several slashes at its end', (address) => `${address}///`],
  ['a host in capitals', respellHost((host) => host.toUpperCase())],
  ['a protocol in capitals', (address) => address.replace(/^https?/, 'HTTPS')],
  ['the usual port', respellHost((host) => `${host}:443`)],
  ['the usual port with zeros', respellHost((host) => `${host}:0443`)],
  ['a dot at the end of the host', respellHost((host) => `${host}.`)],
  ['a segment that stays', (address) => `${address}/.`],
  ['a segment that goes and comes back', (address) => `${address}/v9/..`],
  ['an escaped segment that goes back', (address) => `${address}/v9/%2E%2e/`],
  ['an escaped letter', (address) => address.replace(/i$/, '%69')],
  ['a path in capitals', (address) => address.replace(/[a-z]+$/, (path) => path.toUpperCase())],
  ['a doubled slash', (address) => address.replace(/\/([a-z]+)$/, '//$1')],
];

function respellHost(respell: Respell): Respell {
  return (address) =>
    address.replace(
      /^(https:\/\/)([^/:]+)(?::0*443)?/i,
      (_, protocol: string, host: string) => protocol + respell(host),
    );
}

/** Draws an address, and other spellings of it, each of several changes. */
export const anyRespelled = fc
  .tuple(
    fc.constantFrom(
      'https://one.test',
      'https://api.example.com/api',
      'https://xn--bcher-kva.example/v2/api',
    ),
    fc.array(fc.constantFrom(...spellings), { minLength: 1, maxLength: 4 }),
  )
  .map(([address, changes]) => ({
    address,
    respelled: changes.reduce((text: string, [, respell]) => respell(text), address),
  }));

import { describe, expect, it } from 'vitest';
import { mistakesInFile, twoConnections as two } from './a-settings-file.ts';

describe('a settings file', () => {
  const connection = 'connections:\n  - address: https://a.example.com\n    viewer-key: file:a.key\n';

  it.each([
    ['text that is not YAML', 'connections: [', /^settings\.yaml:\d+ not valid YAML/],
    [
      'two documents',
      'data: a\n---\ndata: b\n',
      /^settings\.yaml:\d+ a settings file must be a single document/,
    ],
    ['a list', '- data\n', 'settings.yaml:1 is not a mapping of settings, such as connections: []'],
    [
      'a misspelled setting',
      'poll-intervall: 5m\n',
      'settings.yaml:1 poll-intervall is not a setting; did you mean poll-interval?',
    ],
    [
      'a setting by its name in the code',
      'pollInterval: 5m\n',
      'settings.yaml:1 pollInterval is not a setting; did you mean poll-interval?',
    ],
    ['a setting twice', 'data: a\ndata: b\n', 'settings.yaml:2 duplicate key; keep one of them'],
    ['no value', 'data:\n', 'settings.yaml:1 data must be a single value: text, a number, true or false'],
    [
      'a list as a value',
      'data: [a]\n',
      'settings.yaml:1 data must be a single value: text, a number, true or false',
    ],
    [
      'a setting of a connection outside of the list',
      'cloud-url: https://a.example.com\n',
      'settings.yaml:1 cloud-url belongs to a connection: list it under connections, with its address and keys',
    ],
    [
      'a setting of a function',
      'shards: 4\n',
      'settings.yaml:1 shards is not a setting for running on one machine',
    ],
    [
      'a secret itself',
      'push-secret: abcdefgh\n',
      'settings.yaml:1 push-secret must say where the secret is stored, never be the secret itself: file:/a/path, env:A_VARIABLE or ssm:/a/parameter',
    ],
    [
      'a variable without a value',
      'push-secret: env:NOT_THERE\n',
      'settings.yaml:1 push-secret names the variable NOT_THERE, which is not set: set it in the environment',
    ],
    [
      'no list of connections',
      'connections: 3\n',
      'settings.yaml:1 connections must be a list of connections',
    ],
    ['no connection', 'connections: []\n', 'settings.yaml:1 connections lists no connection'],
    [
      'an unknown cloud',
      `${connection}    cloud: azure\n`,
      'settings.yaml:4 connections[0].cloud must be a cloud that spendwatch knows: compute, runpod',
    ],
    [
      'an address that is not safe',
      connection.replace('https:', 'http:'),
      'settings.yaml:2 connections[0].address must look like https://host or https://host/path; plain http is only allowed for this machine',
    ],
    [
      'a connection without an address',
      'connections:\n  - viewer-key: file:a.key\n',
      "settings.yaml:2 connections[0].address is not set: set the address of the cloud's API, such as https://api.example.com",
    ],
    [
      'a connection without a key',
      'connections:\n  - address: https://a.example.com\n',
      'settings.yaml:2 connections[0].viewer-key must say where the secret is stored, never be the secret itself: file:/a/path, env:A_VARIABLE or ssm:/a/parameter',
    ],
    [
      'a key in a variable that is not set',
      connection.replace('file:a.key', 'env:A_KEY'),
      'settings.yaml:3 connections[0].viewer-key names the variable A_KEY, which is not set: set it in the environment',
    ],
    [
      'an invalid name',
      `${connection}    name: Research Team\n`,
      'settings.yaml:4 connections[0].name may hold lowercase letters, digits and, between them, dashes',
    ],
    [
      'an invalid request limit',
      `${connection}    requests-per-minute: 0\n`,
      'settings.yaml:4 connections[0].requests-per-minute must be a whole number from 1 to 100000',
    ],
    [
      'a misspelled setting of a connection',
      `${connection}    editorkey: file:b.key\n`,
      'settings.yaml:4 connections[0].editorkey is not a setting; did you mean editor-key?',
    ],
    [
      'one name twice',
      two.replace('old-contract', 'research'),
      'settings.yaml:7 connections[1].name is also the name of connections[0]: give each connection a name of its own',
    ],
    [
      'two connections without a name',
      `${connection}  - address: https://b.example.com\n    viewer-key: file:b.key\n`,
      'settings.yaml:4 connections[1] has no name, like connections[0]: only one connection may be unnamed, so set name',
    ],
    [
      'one key of one address in other spellings',
      'connections:\n  - name: a\n    address: https://a.example.com/api\n    viewer-key: file:/keys/a.key\n  - name: b\n    address: https://a.example.com.:443//%61pi/\n    viewer-key: file:/keys/old/../a.key\n',
      'settings.yaml:5 connections[1] has the address and a key of the connection a: an account may have only one connection, or its spend would count twice; remove one of them',
    ],
    [
      'one key of one address twice',
      `${connection}    name: a\n  - name: b\n    address: https://A.example.com/\n    viewer-key: file:b.key\n    editor-key: file:a.key\n`,
      'settings.yaml:5 connections[1] has the address and a key of the connection a: an account may have only one connection, or its spend would count twice; remove one of them',
    ],
    [
      'an unknown kind of route',
      'routes:\n  - to: pigeon\n',
      'settings.yaml:2 routes[0].to must be one of sns, slack, webhook, email, amazon-q, eventbridge, teams, pagerduty',
    ],
    ['a route without its address', 'routes:\n  - to: slack\n', 'settings.yaml:2 routes[0] needs url'],
    [
      'a route twice',
      'routes:\n  - { to: slack, url: file:a }\n  - { to: slack, url: file:b }\n',
      'settings.yaml:3 routes[1] is also the route slack: name one of them',
    ],
    [
      'a setting that its kind of route does not have',
      'routes:\n  - { to: slack, url: file:a, secret: file:b }\n',
      'settings.yaml:2 routes[0].secret is not a setting; settings here: url',
    ],
    [
      'a Prometheus without settings',
      'prometheus: https://prometheus.example.com\n',
      'settings.yaml:1 prometheus must be a mapping of its settings, such as url',
    ],
    [
      'a misspelled query',
      'prometheus:\n  gpu-qery: a\n',
      'settings.yaml:2 prometheus.gpu-qery is not a setting; did you mean gpu-query?',
    ],
  ])('is refused with %s', (_, text, line) => {
    const [first, ...others] = mistakesInFile(text);
    expect(others).toEqual([]);
    if (typeof line === 'string') expect(first).toBe(line);
    else expect(first).toMatch(line);
  });

  it('is refused with every mistake at once', () => {
    expect(
      mistakesInFile(`dat: a\n${connection}    cloud: azure\nroutes: 3\nprometheus: { ur: x }\n`),
    ).toHaveLength(4);
  });
});

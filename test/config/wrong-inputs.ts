import type { Environment } from '../../lib/config/settings/environment.ts';
import { secretKey } from '../support/api-key.ts';

type Wrong = {
  readonly file?: readonly [text: string, line: string];
  readonly props?: readonly [props: object, line: string];
  readonly environment?: readonly [environment: Environment, line: string];
};

const connection = { address: 'https://a.example.com', viewerKey: '/keys/a' };
export const cloud = { SPENDWATCH_CLOUD_URL: 'https://a.example.com', SPENDWATCH_API_KEY: secretKey };
export const listed = 'connections:\n  - address: https://a.example.com\n    viewer-key: file:a.key\n';

/** The same mistake in every place where a setting may be; each with the line that reports it. */
export const wrongInputs: readonly (readonly [string, Wrong])[] = [
  [
    'an unknown log level',
    {
      file: ['log-level: loud\n', ':1 log-level must be one of info, warn, error'],
      props: [{ logLevel: 'loud' }, 'logLevel must be one of info, warn, error'],
      environment: [
        { SPENDWATCH_LOG_LEVEL: 'loud' },
        'SPENDWATCH_LOG_LEVEL must be one of info, warn, error',
      ],
    },
  ],
  [
    'an invalid address of the dashboard',
    {
      file: ['\nurl: spend\n', ':2 url must be the address of the dashboard, such as https://'],
      props: [{ url: 'spend' }, 'url must be the address of the dashboard, such as https://'],
      environment: [
        { SPENDWATCH_URL: 'spend' },
        'SPENDWATCH_URL must be the address of the dashboard, such as https://',
      ],
    },
  ],
  [
    'a command in back quotes',
    { file: ['command: a `b`\n', ':1 command must be the words that start spendwatch, on one line'] },
  ],
  [
    'a misspelled name',
    {
      file: ['log-levl: info\n', ':1 log-levl is not a setting; did you mean log-level?'],
      props: [{ logLevl: 'info' }, 'logLevl is not a setting; did you mean logLevel?'],
      environment: [
        { SPENDWATCH_LOG_LEVL: 'info' },
        'SPENDWATCH_LOG_LEVL is not a setting; did you mean SPENDWATCH_LOG_LEVEL?',
      ],
    },
  ],
  [
    'an unknown cloud',
    {
      file: [
        `${listed}    cloud: azure\n`,
        ':4 connections[0].cloud must be a cloud that spendwatch knows: compute, runpod',
      ],
      props: [
        { connections: [{ ...connection, cloud: 'azure' }] },
        'connections.0.cloud must be a cloud that spendwatch knows: compute, runpod',
      ],
      environment: [
        { ...cloud, SPENDWATCH_CLOUD: 'azure' },
        'SPENDWATCH_CLOUD must be a cloud that spendwatch knows: compute, runpod',
      ],
    },
  ],
  [
    'an address to which a key would be sent in the clear',
    {
      file: [
        listed.replace('https:', 'http:'),
        ':2 connections[0].address must look like https://host or https://host/path',
      ],
      props: [
        { connections: [{ ...connection, address: 'http://a.example.com' }] },
        'connections.0.address must look like https://host or https://host/path',
      ],
      environment: [
        { ...cloud, SPENDWATCH_CLOUD_URL: 'http://a.example.com' },
        'SPENDWATCH_CLOUD_URL must look like https://host or https://host/path',
      ],
    },
  ],
  [
    'no address for a cloud whose accounts do not share one',
    {
      file: [
        'connections:\n  - viewer-key: file:a.key\n',
        ":2 connections[0].address is not set: set the address of the cloud's API",
      ],
      props: [
        { connections: [{ viewerKey: '/keys/a' }] },
        "connections.0.address is not set: set the address of the cloud's API",
      ],
      environment: [
        { SPENDWATCH_API_KEY: secretKey },
        "SPENDWATCH_CLOUD_URL is not set: set the address of the cloud's API",
      ],
    },
  ],
  [
    'a request limit of zero',
    {
      file: [
        `${listed}    requests-per-minute: 0\n`,
        ':4 connections[0].requests-per-minute must be a whole number from 1 to 100000',
      ],
      props: [
        { connections: [{ ...connection, requestsPerMinute: 0 }] },
        'connections.0.requestsPerMinute must be a whole number from 1 to 100000',
      ],
      environment: [
        { ...cloud, SPENDWATCH_REQUESTS_PER_MINUTE: '0' },
        'SPENDWATCH_REQUESTS_PER_MINUTE must be a whole number from 1 to 100000',
      ],
    },
  ],
  [
    'two ways to authenticate',
    {
      file: [
        'prometheus:\n  url: https://p.example.com\n  token: file:a\n  user: a\n  password: file:b\n',
        ':2 prometheus.url allows one authentication method',
      ],
      props: [
        { prometheus: { url: 'https://p.example.com', token: '/a', user: 'a', password: '/b' } },
        'prometheus.url allows one authentication method',
      ],
      environment: [
        {
          SPENDWATCH_PROMETHEUS_URL: 'https://p.example.com',
          SPENDWATCH_PROMETHEUS_TOKEN: 'file:a',
          SPENDWATCH_PROMETHEUS_REGION: 'eu-west-1',
        },
        'SPENDWATCH_PROMETHEUS_URL allows one authentication method',
      ],
    },
  ],
  [
    'an invalid label',
    {
      file: [
        'prometheus:\n  url: https://p.example.com\n  machine: a b\n',
        ':3 prometheus.machine must be the name of a label, such as instance',
      ],
      props: [
        { prometheus: { url: 'https://p.example.com', machine: 'a b' } },
        'prometheus.machine must be the name of a label, such as instance',
      ],
      environment: [
        { SPENDWATCH_PROMETHEUS_URL: 'https://p.example.com', SPENDWATCH_PROMETHEUS_MACHINE: 'a b' },
        'SPENDWATCH_PROMETHEUS_MACHINE must be the name of a label, such as instance',
      ],
    },
  ],
  [
    'a time between polls that is too short',
    {
      file: ['\n\npoll-interval: 10s\n', ':3 poll-interval must be a duration from 1m to 1h'],
      environment: [
        { SPENDWATCH_POLL_INTERVAL: '10s' },
        'SPENDWATCH_POLL_INTERVAL must be a duration from 1m to 1h',
      ],
    },
  ],
  [
    'a webhook without the secret that signs its messages',
    {
      file: ['routes:\n  - { to: webhook, url: file:a }\n', ':2 routes[0] needs secret'],
      props: [{ routes: [{ to: 'webhook', url: '/a' }] }, 'routes.0.secret must be the name of an SSM'],
      environment: [{ SPENDWATCH_WEBHOOK_URL: 'file:a' }, 'SPENDWATCH_WEBHOOK_SECRET is not set'],
    },
  ],
  [
    'an unknown kind of route',
    {
      file: ['routes:\n  - { to: pigeon, url: file:a }\n', ':2 routes[0].to must be one of sns, slack'],
      props: [{ routes: [{ to: 'pigeon', url: '/a' }] }, 'routes.0.to must be one of sns, slack'],
      environment: [{ SPENDWATCH_PIGEON_URL: 'file:a' }, 'SPENDWATCH_PIGEON_URL is not a setting'],
    },
  ],
  [
    'an unknown format of a webhook',
    {
      file: [
        'routes:\n  - { to: webhook, url: file:a, secret: file:b, format: xml }\n',
        ':2 routes[0].format must be messages or cloudevents',
      ],
      props: [
        { routes: [{ to: 'webhook', url: '/a', secret: '/b', format: 'xml' }] },
        'routes.0.format must be messages or cloudevents',
      ],
      environment: [
        {
          SPENDWATCH_WEBHOOK_URL: 'file:a',
          SPENDWATCH_WEBHOOK_SECRET: 'file:b',
          SPENDWATCH_WEBHOOK_FORMAT: 'xml',
        },
        'SPENDWATCH_WEBHOOK_FORMAT must be messages or cloudevents',
      ],
    },
  ],
  [
    'a bot token without the secret that proves its forms',
    {
      file: [
        'answer-url: https://a.example.com\nanswer-secret: file:a\nslack-bot-token: file:b\n',
        ':3 slack-bot-token needs SPENDWATCH_SLACK_SIGNING_SECRET',
      ],
      props: [{ answerSecret: '/a', slackBotToken: '/b' }, 'slackBotToken needs slackSigningSecret'],
      environment: [
        {
          SPENDWATCH_ANSWER_URL: 'https://a.example.com',
          SPENDWATCH_ANSWER_SECRET: 'file:a',
          SPENDWATCH_SLACK_BOT_TOKEN: 'file:b',
        },
        'SPENDWATCH_SLACK_BOT_TOKEN needs SPENDWATCH_SLACK_SIGNING_SECRET',
      ],
    },
  ],
  [
    'a secret in place of its location',
    {
      file: ['push-secret: abcdefgh\n', ':1 push-secret must say where the secret is stored'],
      props: [{ pushSecret: 'a secret' }, 'pushSecret must be the name of an SSM parameter'],
    },
  ],
  [
    'one account twice',
    {
      file: [
        `${listed}    name: a\n  - name: b\n    address: https://A.example.com/\n    viewer-key: file:a.key\n`,
        ':5 connections[1] has the address and a key of the connection a',
      ],
      props: [
        {
          connections: [
            { ...connection, name: 'a' },
            { ...connection, name: 'b' },
          ],
        },
        'connections.1 has the address and a key of the connection a',
      ],
    },
  ],
];

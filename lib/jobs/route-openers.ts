import type { AwsEndpoint } from '../config/settings/aws-endpoint.ts';
import type { KeySource } from '../config/settings/environment.ts';
import { type AwsCredentials, awsSignature } from '../providers/aws-signature.ts';
import { eventBridgeNotifier } from '../routes/eventbridge/send.ts';
import { poster, type RouteClock } from '../routes/post.ts';
import { slackNotifier } from '../routes/slack/send.ts';
import { amazonQNotifier, type SnsOptions, snsNotifier } from '../routes/sns/send.ts';
import { webhookNotifier } from '../routes/webhook/send.ts';
import type { Openers } from './act/open-routes.ts';
import { apiKey, type KeyReaders } from './api-key.ts';

export type RouteWorld = {
  readonly aws: {
    readonly credentials: AwsCredentials;
    /** Returns the address of a service in a region. */
    readonly endpoint: AwsEndpoint;
  };
  readonly clock: RouteClock;
  readonly readers: KeyReaders;
  /** Called when the client is first needed. */
  readonly sns: () => SnsOptions['client'];
};

/**
 * Returns the routes available everywhere. E-mail is not among them: its library would ship with lambdas that send
 * none.
 */
export function networkOpeners({ aws, clock, readers, sns }: RouteWorld): Omit<Openers, 'console'> {
  const post = poster(clock);
  const read = secretReader(clock, readers);
  return {
    sns: ({ topicArn }, terms) => snsNotifier({ ...terms, topicArn, client: sns() }),
    'amazon-q': ({ topicArn }, terms) =>
      amazonQNotifier({ ...terms, buttons: terms.buttons?.amazonQ, topicArn, client: sns() }),
    slack: ({ url }, terms) =>
      slackNotifier({ ...terms, buttons: terms.buttons?.slack, url: read(url), post }),
    webhook: ({ url, secret, format }, terms) =>
      webhookNotifier({ ...terms, url: read(url), secret: read(secret), format, post, clock }),
    eventbridge: ({ busArn, region }, terms) =>
      eventBridgeNotifier({
        ...terms,
        busArn,
        endpoint: aws.endpoint('events', region),
        sign: awsSignature('events', region, aws.credentials),
        post,
      }),
  };
}

/** Returns a reader of secrets, which reads each like an API key and remembers it across runs. */
export function secretReader(clock: RouteClock, readers: KeyReaders) {
  const known = new Map<KeySource, () => Promise<string>>();
  return (source: KeySource): (() => Promise<string>) => {
    const read = known.get(source) ?? apiKey(source, clock, readers);
    known.set(source, read);
    return read;
  };
}

import type { SNSClient } from '@aws-sdk/client-sns';
import type { AwsCredentials } from '../clouds/http/aws-signature.ts';
import type { Buttons } from '../config/settings/answer-links.ts';
import type { AwsEndpoint } from '../config/settings/aws-endpoint.ts';
import type { KeySource } from '../config/settings/environment.ts';
import type { AddressedKind } from '../model/route.ts';
import type { AnswerLinkSource } from '../notify/messages/answer-links.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Post, RouteClock } from './post.ts';
import type { RouteAddressByKind } from './settings.ts';

/** The settings that every route is opened with. */
export type RouteTerms = {
  readonly route: string;
  readonly zone: string;
  /** The address of the dashboard that messages link to. */
  readonly dashboard: string | null;
  /** The command that starts spendwatch where messages are read. Default: "spendwatch". */
  readonly command?: string;
  /** True for a simulated cloud, which messages then mention. */
  readonly simulated?: boolean;
  readonly answers?: AnswerLinkSource;
  /** The chats in which answers are buttons. */
  readonly buttons?: Buttons;
};

/** The ports of routes. */
export type RouteWorld = {
  readonly aws: {
    readonly credentials: AwsCredentials;
    /** Returns the address of a service in a region. */
    readonly endpoint: AwsEndpoint;
  };
  readonly clock: RouteClock;
  readonly post: Post;
  /** Returns a reader of a secret. */
  readonly read: (source: KeySource) => () => Promise<string>;
  /** Returns the client; called when it is first needed. */
  readonly sns: () => SNSClient;
};

/** Opens a route of a kind. */
export type OpenRoute<Kind extends AddressedKind> = (
  address: RouteAddressByKind<Kind>,
  terms: RouteTerms,
) => Notifier;

/**
 * The function that opens a kind of route. Its other parts are its settings (`RouteSettings`) and its resources on AWS
 * (`RouteResource`). Every kind is listed in `settings.ts`, `openers.ts` and `resources.ts`.
 */
export type RouteOpener<Kind extends AddressedKind> = (world: RouteWorld) => OpenRoute<Kind>;

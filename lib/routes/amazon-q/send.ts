import type { Notifier } from '../../notify/notifier.ts';
import type { RouteOpener } from '../route.ts';
import { type SnsOptions, topicNotifier } from '../sns/send.ts';
import { type AmazonQReader, amazonQPayload } from './amazon-q-payload.ts';

/**
 * Publishes messages in the format of Amazon Q Developer in chat applications, on a separate topic because people cannot
 * read that format.
 */
export const amazonQNotifier = (options: SnsOptions & AmazonQReader): Notifier =>
  topicNotifier(options, (message) => ({ Message: JSON.stringify(amazonQPayload(message, options)) }));

export const openAmazonQ: RouteOpener<'amazon-q'> =
  ({ sns }) =>
  ({ topicArn }, terms) =>
    amazonQNotifier({ ...terms, buttons: terms.buttons?.amazonQ, topicArn, client: sns() });

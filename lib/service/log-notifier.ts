import type { RouteTerms } from '../jobs/act/open-routes.ts';
import type { Log } from '../jobs/ports.ts';
import { renderMessage } from '../notify/messages/message.ts';
import type { Notifier } from '../notify/notifier.ts';

/**
 * Puts messages among the lines of the log, in place of the console and on its route: what one has said, the
 * other need not repeat.
 */
export const logNotifier = (log: Log, { route, zone }: RouteTerms): Notifier => ({
  route,
  async send(message) {
    const { subject, body } = renderMessage(message, zone);
    log('message', { id: message.id, severity: message.severity, subject, body });
    return { kind: 'unconfirmed' };
  },
});

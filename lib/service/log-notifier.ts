import type { Log } from '../jobs/ports.ts';
import { renderMessage } from '../notify/messages/message.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { RouteTerms } from '../routes/route.ts';

/**
 * Returns a notifier that writes messages to the log. It uses the route of the console, so that switching between the two
 * repeats no message.
 */
export const logNotifier = (log: Log, { route, ...reader }: RouteTerms): Notifier => ({
  route,
  async send(message) {
    const { subject, body } = renderMessage(message, reader);
    log('message', { id: message.id, severity: message.severity, subject, body });
    return { kind: 'unconfirmed' };
  },
});

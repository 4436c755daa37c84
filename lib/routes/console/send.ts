import { type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Notifier } from '../../notify/notifier.ts';

/** Writes messages with `write`. Only a terminal counts as a confirmed receiver; a file, pipe or log does not. */
export const consoleNotifier = (
  options: Reader & {
    route?: string;
    write(text: string): void;
    isTerminal: boolean;
  },
): Notifier => ({
  route: options.route ?? 'console',
  async send(message) {
    const { subject, body } = renderMessage(message, options);
    options.write(`${subject}\n\n${body.replace(/^(?=.)/gm, '  ')}\n`);
    return { kind: options.isTerminal ? 'delivered' : 'unconfirmed' };
  },
});

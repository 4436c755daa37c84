import { renderMessage } from '../message.ts';
import type { Notifier } from '../notifier.ts';

/** Shows messages where spendwatch runs; `write` puts text on the terminal. */
export const consoleNotifier = (options: {
  route?: string;
  write(text: string): void;
  zone: string;
}): Notifier => ({
  route: options.route ?? 'console',
  async send(message) {
    const { subject, body } = renderMessage(message, options.zone);
    options.write(`${subject}\n\n${body.replace(/^(?=.)/gm, '  ')}\n`);
    return { kind: 'delivered' };
  },
});

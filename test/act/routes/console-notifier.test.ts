import { expect, it } from 'vitest';
import { consoleNotifier } from '../../../lib/act/routes/console-notifier.ts';
import { aboutVm, aMessage } from '../a-message.ts';

it('the console shows the subject and, indented under it, the body', async () => {
  const written: string[] = [];
  const notifier = consoleNotifier({ write: (text) => written.push(text), zone: 'UTC' });
  const message = aMessage({
    kind: 'act-not-done',
    ...aboutVm,
    because: 'the platform said no',
    act: 'stop',
    retryAfter: null,
    by: null,
  });
  expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
  expect(written.join('')).toBe(`[warning] VM train-7b in project ml-infra could not be stopped

  VM train-7b in project ml-infra could not be stopped.

    Why   the platform said no.
    Next  It was given up and is not tried again. See on the platform what
          it does; only deleting it ends its charge.

    why  spendwatch explain ml-infra/vm/train-7b

  --
  warning, rule "forgotten machines", 2026-11-21 05:16 (UTC)
  A message that comes twice has the same id: project/ml-infra#2026-11#80%

`);
});

import { expect, it } from 'vitest';
import { consoleNotifier } from '../../../lib/act/routes/console-notifier.ts';
import { aboutVm, aMessage } from '../a-message.ts';

it('the console shows the subject and, indented under it, the body', async () => {
  const written: string[] = [];
  const notifier = consoleNotifier({ write: (text) => written.push(text), zone: 'UTC' });
  const message = aMessage({ kind: 'stop-not-done', ...aboutVm, because: 'the platform said no' });
  expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
  expect(written.join('')).toBe(`[warning] VM train-7b in project ml-infra could not be stopped

  The stop of VM train-7b in project ml-infra did not work.

  Why: the platform said no.

  Next: this stop is not tried again. If its rule still asks for it after a pause, a new one is decided.

  --
  warning, rule "forgotten machines", 2026-11-21 05:16 (UTC)
  A message that comes twice has the same id: project/ml-infra#2026-11#80%

`);
});

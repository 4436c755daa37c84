import { expect, it } from 'vitest';
import { consoleNotifier } from '../../lib/routes/console/send.ts';
import { aboutVm, aMessage } from '../notify/messages/a-message.ts';

const message = aMessage({
  kind: 'action-failed',
  ...aboutVm,
  because: 'the platform said no',
  action: 'stop',
  retryAfter: null,
  by: null,
});

it('the console counts as a receiver only on a terminal, since nobody may read a pipe, a file or a log (invariant 16)', async () => {
  const answerOn = (isTerminal: boolean) =>
    consoleNotifier({ write: () => undefined, zone: 'UTC', isTerminal }).send(message);
  expect(await answerOn(true)).toEqual({ kind: 'delivered' });
  expect(await answerOn(false)).toEqual({ kind: 'unconfirmed' });
});

it('the console shows the subject and, indented under it, the body', async () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  await consoleNotifier({ write, zone: 'UTC', isTerminal: true }).send(message);
  expect(written.join('')).toBe(`[warning] VM train-7b in ml-infra: could not be stopped

  VM train-7b in project ml-infra could not be stopped.

    Why   the platform said no.
    Next  Check its state on the platform. If the stop is still required
          after the cool-off of the rule (24 h by default) or, under a
          schedule, once its hours begin, it is announced again. A stop by
          itself saves nothing: a stopped VM is billed in full until it is
          deleted.

    explain  spendwatch explain ml-infra/vm/train-7b

  --
  warning, rule "forgotten machines", 2026-11-21 05:16 (UTC)
  Message ID: project/ml-infra#2026-11#80% (repeated deliveries carry the same one)

`);
});

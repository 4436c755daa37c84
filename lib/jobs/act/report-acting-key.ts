import { keyMessage, keyTroubleAfter, keyTroubleNotified } from '../../decide/own-health/acting-key.ts';
import type { Control, KeyTrouble } from '../../model/control.ts';
import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { mayEnforce } from '../../model/rules/rule.ts';
import { changeControl } from '../commit-change.ts';
import { errorText } from '../error-text.ts';
import type { ActPorts } from '../ports.ts';
import { answerOf } from './routing.ts';

/**
 * Says why the key that acts cannot be had; `null` where it can, or where nothing is to be done with it. Its loss and
 * its return are told on every route: what keeps spendwatch from acting keeps it from nothing else.
 */
export async function keyFaultNow(
  ports: ActPorts,
  { rules }: Policy,
  heads: readonly Head[],
): Promise<string | null> {
  const { keyFault, ledger, clock, log } = ports;
  const isNeeded = rules.some(mayEnforce) || heads.some(({ intents }) => intents.length > 0);
  if (keyFault === undefined || !isNeeded) return null;
  const because = await keyFault();
  if (because !== null) log('key-lost', { because });
  try {
    const { key } = await changeControl(ledger, (control) =>
      withKey(control, keyTroubleAfter(control.key, because, clock.now())),
    );
    if (key !== null) await tell(ports, key);
  } catch (error) {
    log('key-trouble-not-notified', { because: errorText(error) });
  }
  return because;
}

/** Sent before it is recorded: a crash in between repeats it, under the same id. */
async function tell({ notifiers, ledger, log }: ActPorts, trouble: KeyTrouble): Promise<void> {
  const message = keyMessage(trouble);
  const taken: string[] = [];
  for (const notifier of notifiers.filter(({ route }) => !trouble.notified.includes(route))) {
    const answer = await answerOf(notifier, message);
    if (answer.kind === 'delivered' || answer.kind === 'unconfirmed') taken.push(notifier.route);
    else log('not-delivered', { route: notifier.route, message: message.id, because: answer.because });
  }
  if (taken.length === 0) return;
  const routes = notifiers.map(({ route }) => route);
  await changeControl(ledger, (control) =>
    control.key === null || keyMessage(control.key).id !== message.id
      ? null
      : withKey(control, keyTroubleNotified(control.key, taken, routes)),
  );
}

const withKey = (control: Control, key: KeyTrouble | null): Control | null =>
  key === control.key ? null : { ...control, key };

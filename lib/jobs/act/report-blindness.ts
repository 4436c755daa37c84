import {
  blindMessage,
  newSpell,
  spellsNotified,
  spellsSent,
  updateBlindSpells,
} from '../../decide/own-health/blind-spells.ts';
import {
  type Blindness,
  findBlindness,
  findFreshnessRule,
  findUnresolvedSpell,
  getClockNotifiedTime,
} from '../../decide/own-health/blindness.ts';
import { type ConnectionName, ofConnection } from '../../model/connection-name.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { findPeriod } from '../../model/time/period.ts';
import { findLatest, type Instant, isoInstant } from '../../model/time/time.ts';
import { compareText } from '../../model/words.ts';
import { UnreadableError } from '../../record/ledger.ts';
import {
  type BlindNote,
  type BlindSpell,
  type Control,
  isWarning,
  toConnectionField,
} from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { changeControl } from '../commit-change.ts';
import { errorText, orLogged } from '../log.ts';
import type { ActPorts, WatchPorts } from '../ports.ts';
import type { RunRoutes } from './deliver.ts';

/** The policy of a run whose blindness is reported, and the reason why its file is not in force. */
export type ReportedRun = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly policyFault: string | null;
};
type Context = ReportedRun & {
  readonly connection: ConnectionName | null;
  readonly routing: RunRoutes;
  /** The heads of the connection; for the unnamed connection, also those of groups. */
  readonly heads: readonly Head[];
  /** True for a connection that is no longer in the settings. */
  readonly isLeft?: boolean;
  /** True if the cloud has just confirmed the time. */
  readonly isClockRight: boolean;
  /** The clock error that the cloud has just shown; absent if it has not. */
  readonly clockFault?: string;
  readonly keyFault: string | null;
};

/**
 * Notifies, without any rule, that spendwatch is blind on a whole connection, repeatedly while that lasts, and when it is
 * resolved. Returns the reasons why the run counts as blind.
 */
export async function reportBlindness(
  ports: Omit<ActPorts, 'connections'>,
  context: Context,
): Promise<readonly string[]> {
  const { ledger, log, clock } = ports;
  const { connection } = context;
  const now = clock.now();
  const isOwn = (record: Pick<BlindSpell, 'connection'>) => (record.connection ?? null) === connection;
  try {
    let findings: readonly Blindness[] = [];
    const notes = (await ledger.noted()).filter(isOwn);
    const { blind } = await changeControl(ledger, (control) => {
      const spell = findUnresolvedSpell(control.blind, 'clock', connection);
      // A note is not new while people are notified of the spell.
      const clockNotifiedAt =
        spell !== undefined && spell.notified.length > 0 ? now : getClockNotifiedTime(control, connection);
      findings = findBlindness(notes, {
        ...context,
        now,
        clockNotifiedAt,
        hasClockSpell: spell !== undefined,
      });
      const isWrong = findings.some(({ matter }) => matter === 'clock');
      const isOver = !isWrong && (spell !== undefined || context.isClockRight);
      const own = updateBlindSpells(control.blind.filter(isOwn), findings, { ...context, now });
      const others = control.blind.filter((spell) => !isOwn(spell));
      const all = own.map((spell): BlindSpell => ({ ...spell, ...toConnectionField(connection) }));
      const blind = [...all, ...others].toSorted(byConnection);
      // Notes on a clock that is right again are not notified anew, even if the cloud's clock was ahead.
      const clockNotified = isOver
        ? findLatest([clockNotifiedAt, ...notes.map(getClockNoteTime)].flatMap((at) => at ?? []))
        : null;
      return withBlind(withClock(control, connection, clockNotified ?? clockNotifiedAt), blind, control);
    });
    const spells = blind.filter(isOwn);
    for (const spell of spells) {
      const newer = spells.flatMap((other) =>
        other.matter === spell.matter && !other.isResolved ? (blindMessage(other, context.policy) ?? []) : [],
      );
      await notifySpell(ports, context, spell, newer);
    }
    for (const { matter, because } of findings)
      log('blind', { matter, ...toConnectionField(connection), because });
    // A warning is notified, but does not fail the run. The key's fault is reported separately.
    return findings.flatMap(({ matter, because }) =>
      isWarning(matter) || matter === 'acting-key' ? [] : [ofConnection(connection, because)],
    );
  } catch (error) {
    log('blindness-not-notified', { because: errorText(error) });
    // All connections share the record, so this is notified once.
    if (!(error instanceof UnreadableError) || connection !== null) return [];
    await notifyUnrecorded(ports, context, error, now);
    return [error.message];
  }
}

const getClockNoteTime = ({ matter, at }: BlindNote): Instant | null => (matter === 'clock' ? at : null);

const byConnection = (left: BlindSpell, right: BlindSpell): number =>
  compareText(left.connection ?? '', right.connection ?? '');

/** Returns the control record with these spells; `null` if it is `previous` with the same ones, so that nothing is written. */
const withBlind = (control: Control, blind: BlindSpell[], previous: Control): Control | null =>
  control === previous && JSON.stringify(blind) === JSON.stringify(previous.blind)
    ? null
    : { ...control, blind };

/** Returns the control record with the time up to which the notes on a connection's clock were notified. */
function withClock(control: Control, connection: ConnectionName | null, at: Instant | null): Control {
  if (at === getClockNotifiedTime(control, connection)) return control;
  if (connection === null) return { ...control, clockNotifiedAt: at };
  return at === null
    ? control
    : { ...control, clocksNotifiedAt: { ...control.clocksNotifiedAt, [connection]: at } };
}

async function notifySpell(
  { ledger, notifiers }: Omit<ActPorts, 'connections'>,
  { policy, routing }: Context,
  spell: BlindSpell,
  newer: readonly Message[],
): Promise<void> {
  const message = blindMessage(spell, policy);
  if (message === null) return;
  const wanting = spell.isResolved
    ? spell.notified
    : selectAudience(
        message,
        notifiers.map(({ route }) => route),
        { policy, routing, spell },
      );
  const due = wanting.filter((route) => !spell.delivered.includes(route));
  // A route that may have delivered it also gets its end, even if the run is interrupted before it records the delivery.
  const newRoutes = due.filter((route) => !spell.notified.includes(route));
  if (newRoutes.length > 0)
    await changeControl(ledger, (control) =>
      withBlind(control, spellsSent(control.blind, spell, newRoutes), control),
    );
  const taken: string[] = [];
  for (const route of due) {
    const answer = await routing.send(route, message, newer);
    if (answer === 'taken' || answer === 'unconfirmed') taken.push(route);
  }
  // Routes that delivered it earlier stay recorded, whatever the outcome of this one.
  const untaken = newRoutes.filter((route) => !taken.includes(route));
  const isDone = spell.isResolved && due.length === 0;
  if (taken.length === 0 && untaken.length === 0 && !isDone) return;
  await changeControl(ledger, (control) => {
    const withClockTime =
      spell.matter === 'clock' && !spell.isResolved && taken.length > 0
        ? withClock(control, spell.connection ?? null, message.at)
        : control;
    return withBlind(withClockTime, spellsNotified(control.blind, spell, { taken, untaken }), control);
  });
}

/**
 * Returns the routes of the connection's freshness rule; every route if there is no rule or it has none. A fault of the key
 * for actions goes to every route, because readers of critical alerts rely on actions too.
 */
function selectAudience(
  message: Message,
  all: readonly string[],
  { policy, routing, spell }: Pick<Context, 'policy' | 'routing'> & { readonly spell: BlindSpell },
): readonly string[] {
  const { matter, connection = null } = spell;
  const hasRule = matter !== 'acting-key' && findFreshnessRule(policy, connection) !== undefined;
  const wanting = hasRule ? (routing.audience(message) ?? []) : [];
  return wanting.length > 0 ? wanting : all;
}

/** Notifies that the control record is unreadable, once an hour, because earlier notifications are then unknown. */
async function notifyUnrecorded(
  ports: Omit<ActPorts, 'connections'>,
  { policy, intervals, routing }: Context,
  { message: because }: UnreadableError,
  now: Instant,
): Promise<void> {
  const hour = findPeriod('hour', now, 'UTC').from;
  if (now - hour >= intervals.pollEvery) return;
  const spell = {
    ...newSpell({ matter: 'records', because }, hour),
    lastNotified: { at: hour, times: 1, because },
  };
  const message = blindMessage(spell, policy);
  for (const { route } of ports.notifiers) if (message !== null) await routing.send(route, message);
}

/** Stores a note of blindness for the next run of `act`. A failure to store it is only logged. */
export async function noteBlindness(
  { ledger, clock, log }: Pick<WatchPorts, 'ledger' | 'clock' | 'log'>,
  { matter, connection, because }: Omit<BlindNote, 'at'>,
): Promise<void> {
  const connectionField = toConnectionField(connection ?? null);
  log('blind', { matter, ...connectionField, because });
  const at = clock.now();
  await orLogged(log, 'blindness-not-noted', { since: isoInstant(at) }, () =>
    ledger.note({ matter, ...connectionField, because, at }),
  );
}

import type { ConnectionName } from '../../lib/model/connection-name.ts';
import type { UsageSamples } from '../../lib/model/facts/usage.ts';
import type { TargetId } from '../../lib/model/ids.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import type { PeriodUnit } from '../../lib/model/time/period.ts';
import type { Instant } from '../../lib/model/time/time.ts';
import type { History } from '../../lib/record/ledger.ts';
import type { BlindNote, Control } from '../../lib/state/control.ts';
import type { FleetUse } from '../../lib/state/fleet-use.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Message } from '../../lib/state/notification.ts';
import type { Override } from '../../lib/state/override.ts';
import type { Fault, Io } from './engine/faults.ts';
import type { Process } from './engine/process.ts';
import type { Witness } from './world/witness.ts';

/** An observer of the true events of a run. */
export type Observer = Partial<Witness> & {
  started?(process: Process): void;
  /** Called when a head was stored; `before` is the one it replaced. */
  committed?(process: Process, head: Head, before: Head | undefined): void;
  recorded?(process: Process, history: History): void;
  samplingsRead?(process: Process, target: TargetId, samplings: readonly UsageSamples[]): void;
  useRead?(process: Process, target: TargetId, use: FleetUse | null): void;
  metersRead?(process: Process, target: TargetId, unit: PeriodUnit, meters: readonly Meter[]): void;
  overridesRead?(process: Process, overrides: readonly Override[], asOf: Instant): void;
  /** Called when a person placed an override. */
  overridden?(override: Override): void;
  withdrawn?(id: string): void;
  /** Called when somebody received the confirmation that a keep is recorded; `after` is what is stored under its id then. */
  confirmed?(override: Override, after: Override | null): void;
  headsRead?(process: Process, heads: readonly Head[]): void;
  controlCommitted?(process: Process, control: Control): void;
  noted?(process: Process, note: BlindNote): void;
  /** Called after a delivery; `isHeard` is true if the route has a receiver. */
  delivered?(process: Process, route: string, message: Message, isHeard: boolean): void;
  /** Called when an I/O of a process failed. */
  struck?(process: Process, io: Io, fault: Fault): void;
  /** Called when a request of a process is never answered; `isOver` is true once it was given up. */
  hung?(process: Process, io: Io, isOver: boolean): void;
  /** Called when the cloud's time reached a process, where clocks may be wrong. */
  timeTold?(process: Process): void;
  /** Called when the stored head of a target became unreadable. */
  damaged?(target: TargetId): void;
  /** Called with a line of the log; `connection` is the one that it is about, `undefined` where it is about none. */
  logged?(process: Process, event: string, because: string, connection?: ConnectionName | null): void;
};

/** Passes events to several observers. */
export function toAll(observers: readonly Observer[]): Required<Observer> {
  return {
    started: fan(observers.map(({ started }) => started)),
    committed: fan(observers.map(({ committed }) => committed)),
    recorded: fan(observers.map(({ recorded }) => recorded)),
    samplingsRead: fan(observers.map(({ samplingsRead }) => samplingsRead)),
    useRead: fan(observers.map(({ useRead }) => useRead)),
    metersRead: fan(observers.map(({ metersRead }) => metersRead)),
    overridesRead: fan(observers.map(({ overridesRead }) => overridesRead)),
    overridden: fan(observers.map(({ overridden }) => overridden)),
    confirmed: fan(observers.map(({ confirmed }) => confirmed)),
    withdrawn: fan(observers.map(({ withdrawn }) => withdrawn)),
    headsRead: fan(observers.map(({ headsRead }) => headsRead)),
    controlCommitted: fan(observers.map(({ controlCommitted }) => controlCommitted)),
    noted: fan(observers.map(({ noted }) => noted)),
    delivered: fan(observers.map(({ delivered }) => delivered)),
    struck: fan(observers.map(({ struck }) => struck)),
    hung: fan(observers.map(({ hung }) => hung)),
    timeTold: fan(observers.map(({ timeTold }) => timeTold)),
    damaged: fan(observers.map(({ damaged }) => damaged)),
    logged: fan(observers.map(({ logged }) => logged)),
    listed: fan(observers.map(({ listed }) => listed)),
    spendShown: fan(observers.map(({ spendShown }) => spendShown)),
    shownUnread: fan(observers.map(({ shownUnread }) => shownUnread)),
    accountShown: fan(observers.map(({ accountShown }) => accountShown)),
    invoicesShown: fan(observers.map(({ invoicesShown }) => invoicesShown)),
    paymentsShown: fan(observers.map(({ paymentsShown }) => paymentsShown)),
    vmShown: fan(observers.map(({ vmShown }) => vmShown)),
    machineShown: fan(observers.map(({ machineShown }) => machineShown)),
    shownAlone: fan(observers.map(({ shownAlone }) => shownAlone)),
    notFound: fan(observers.map(({ notFound }) => notFound)),
    answered: fan(observers.map(({ answered }) => answered)),
    acted: fan(observers.map(({ acted }) => acted)),
  };
}

type Listener<Told extends readonly unknown[]> = ((...told: Told) => void) | undefined;

function fan<Told extends readonly unknown[]>(all: readonly Listener<Told>[]): (...told: Told) => void {
  const listeners = all.filter((listener) => listener !== undefined);
  return (...told) => {
    for (const listen of listeners) listen(...told);
  };
}

import { hasWrongClock, type Process } from './engine/process.ts';
import type { Observer } from './observer.ts';

/** Logs the events of a run: faults, decisions, notifications and actions. */
export function narrator(say: (line: string) => void): Observer {
  const note = ({ job, id, startedAt }: Process, what: string): void => {
    say(`${new Date(startedAt).toISOString().slice(5, 19)} ${job} ${id}: ${what}`);
  };
  return {
    struck: (process, { port, name, target }, { kind }) =>
      note(process, `${kind} at ${port} ${name} ${target ?? ''}`),
    delivered: (process, route, { id }) => note(process, `said over ${route}: ${id}`),
    committed(process, { target, seq, intents }, before) {
      const known = new Map((before?.intents ?? []).map(({ id, state }) => [id, state.kind]));
      for (const { id, state } of intents) {
        if (known.get(id) !== state.kind) note(process, `${target} seq ${seq}: ${id} is ${state.kind}`);
        known.delete(id);
      }
      for (const id of known.keys()) note(process, `${target} seq ${seq}: ${id} is over`);
    },
    vmShown(process, vm, what, _askedAt, at) {
      if (process.job === 'act')
        note(process, `read ${what} of ${vm.project}/${vm.id} at ${new Date(at).toISOString()}`);
    },
    acted({ process, action, subject, at, hadEffect }) {
      note(
        process,
        `${action} of ${subject} arrived at ${new Date(at).toISOString()}${hadEffect ? '' : ', in vain'}`,
      );
    },
    overridden(told) {
      say(`${new Date(told.at).toISOString().slice(5, 19)} someone told: ${JSON.stringify(told)}`);
    },
    timeTold(process) {
      if (hasWrongClock(process)) note(process, `told that its clock is off by ${process.skew} ms`);
    },
    logged: (process, event, because) => note(process, `log ${event}: ${because}`),
  };
}

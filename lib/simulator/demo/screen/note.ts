import { protectionOf } from '../../../decide/actions/protection.ts';
import { assertNever } from '../../../model/assert-never.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import type { Head } from '../../../model/head.ts';
import type { Subject } from '../../../model/ids.ts';
import type { Verdict } from '../../../model/rules/verdict.ts';
import { localMinute } from '../../../model/time/period.ts';
import { later } from '../../../model/time/time.ts';
import type { Context } from './view-context.ts';

/** What spendwatch has to say of a machine, in a few words. */
export type Note = { readonly tone: 'plain' | 'good' | 'unsure' | 'due'; readonly text: string };

/** A machine, and all that is known of it. */
export type NoteSubject = {
  readonly head: Head;
  readonly resource: Resource;
  readonly subject: Subject;
  readonly verdict: Verdict | undefined;
  readonly context: Context;
};

/** The most important thing first: what is being done to it, then what is planned, then how it looks. */
export function noteOf(about: NoteSubject): Note {
  const { head, resource, subject } = about;
  const intent = head.intents.find((known) => known.subject === subject);
  if (intent !== undefined) return { tone: 'due', text: `${intent.kind} asked for` };
  if (resource.activity === 'stopped') {
    const isOurs = head.stops.some(
      (stop) => stop.subject === subject && stop.ours && stop.startedAgainAt === null,
    );
    return { tone: 'due', text: `${isOurs ? 'stopped by spendwatch' : 'stopped'}, still billed` };
  }
  return plannedFor(about) ?? impressionOf(about);
}

function plannedFor({ head, resource, subject, context }: NoteSubject): Note | null {
  const alert = head.alerts.find((known) => known.subject === subject && known.phase === 'firing');
  if (alert === undefined) return null;
  const { announcement } = alert;
  if (announcement === null)
    return { tone: 'unsure', text: reasonToLeave({ head, resource, subject, context }) };
  if (announcement.deliveredAt === null) return { tone: 'due', text: 'idle; stop being announced' };
  const at = localMinute(later(announcement.deliveredAt, announcement.after), context.policy.timezone);
  return { tone: 'due', text: `idle; stop from ${at.slice(-5)}` };
}

function reasonToLeave({ head, resource, subject, context }: Omit<NoteSubject, 'verdict'>): string {
  const protection = protectionOf({ ...context, overrides: [], target: head.target, resource });
  if (protection !== null) return 'idle, but protected';
  const wasStarted = head.stops.some((stop) => stop.subject === subject && stop.startedAgainAt !== null);
  return wasStarted ? 'idle, but started by hand' : 'idle; only told';
}

function impressionOf({ verdict, resource }: NoteSubject): Note {
  if (verdict === undefined)
    return { tone: 'plain', text: resource.kind === 'vm' ? '' : 'no signal to judge by' };
  switch (verdict.kind) {
    case 'clear':
      return { tone: 'good', text: 'in use' };
    case 'suspect':
      return { tone: 'unsure', text: 'quiet, but has GPUs' };
    case 'unknown':
      return { tone: 'plain', text: 'too few samples yet' };
    case 'breached':
      return { tone: 'due', text: 'idle' };
    default:
      return assertNever(verdict);
  }
}

import { protectionOf } from '../../../decide/actions/protection.ts';
import { assertNever } from '../../../model/assert-never.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import type { Head } from '../../../model/head.ts';
import type { Subject } from '../../../model/ids.ts';
import type { Verdict } from '../../../model/rules/verdict.ts';
import { localMinute } from '../../../model/time/period.ts';
import { later } from '../../../model/time/time.ts';
import type { Context } from './view-context.ts';

/** A short remark on a machine. */
export type Note = { readonly tone: 'plain' | 'good' | 'unsure' | 'due'; readonly text: string };

/** A machine and what is known about it. */
export type NoteSubject = {
  readonly head: Head;
  readonly resource: Resource;
  readonly subject: Subject;
  readonly verdict: Verdict | undefined;
  readonly context: Context;
};

/** Returns the most important remark: a running action, a planned one, or the latest verdict. */
export function noteOf(about: NoteSubject): Note {
  const { head, resource, subject } = about;
  const intent = head.intents.find((known) => known.subject === subject);
  if (intent !== undefined) return { tone: 'due', text: `${intent.kind} requested` };
  if (resource.activity === 'stopped') {
    const isOurs = head.stops.some(
      (stop) => stop.subject === subject && stop.ours && stop.startedAgainAt === null,
    );
    return { tone: 'due', text: `${isOurs ? 'stopped by spendwatch' : 'stopped'}, still billed` };
  }
  return plannedFor(about) ?? verdictNote(about);
}

function plannedFor({ head, resource, subject, context }: NoteSubject): Note | null {
  const alert = head.alerts.find((known) => known.subject === subject && known.phase === 'firing');
  if (alert === undefined) return null;
  const { announcement } = alert;
  if (announcement === null)
    return { tone: 'unsure', text: unplannedReason({ head, resource, subject, context }) };
  if (announcement.deliveredAt === null) return { tone: 'due', text: 'idle; stop being announced' };
  const at = localMinute(later(announcement.deliveredAt, announcement.after), context.policy.timezone);
  return { tone: 'due', text: `idle; stop at ${at.slice(-5)}` };
}

function unplannedReason({ head, resource, subject, context }: Omit<NoteSubject, 'verdict'>): string {
  const protection = protectionOf({ ...context, overrides: [], target: head.target, resource });
  if (protection !== null) return 'idle, but protected';
  const wasStarted = head.stops.some((stop) => stop.subject === subject && stop.startedAgainAt !== null);
  return wasStarted ? 'idle, but restarted' : 'idle; alert only';
}

function verdictNote({ verdict, resource }: NoteSubject): Note {
  if (verdict === undefined) return { tone: 'plain', text: resource.kind === 'vm' ? '' : 'no usage data' };
  switch (verdict.kind) {
    case 'clear':
      return { tone: 'good', text: 'in use' };
    case 'suspect':
      return { tone: 'unsure', text: 'quiet; GPUs not visible' };
    case 'unknown':
      return { tone: 'plain', text: 'not enough data' };
    case 'breached':
      return { tone: 'due', text: 'idle' };
    default:
      return assertNever(verdict);
  }
}

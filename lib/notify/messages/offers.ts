import type { NotificationOf } from '../../model/notification.ts';
import { approve, deny, explain, keep, silence, stop } from './commands.ts';
import { commands, type Part } from './parts.ts';

/** Returns the commands that an alert offers. */
export function offersFor(notice: NotificationOf<'alert'>): Part {
  const { next } = notice;
  switch (next.kind) {
    case 'action': {
      const answers =
        next.approve === null
          ? []
          : [approve({ ...notice, action: next.action }), deny({ ...notice, action: next.action })];
      return commands(...answers, keep(notice), silence(notice), explain(notice));
    }
    case 'not-enforced': {
      const isToStop = next.action === 'stop' || next.action === 'power-off';
      return commands(isToStop ? stop(notice) : null, silence(notice), explain(notice));
    }
    case 'nothing':
      return commands(silence(notice), explain(notice));
  }
}

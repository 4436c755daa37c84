import type { WireMonitorItem } from '../wire/vm.ts';

const yes = /^(true|yes|ok|[1-9]\d*)$/i;
const no = /^(false|no|0|-\d+)$/i;

/**
 * Whether the guest answered the ping of a sample; `null` when nothing can be told. No reference says
 * how the platform writes it, so numbers, truth values and words are read, and other text tells nothing.
 */
export function answersPing(guestPing: WireMonitorItem['guestPing']): boolean | null {
  if (guestPing === undefined || guestPing === null) return null;
  const text = String(guestPing).trim();
  if (yes.test(text)) return true;
  return no.test(text) ? false : null;
}

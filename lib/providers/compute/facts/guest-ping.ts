import type { WireMonitorItem } from '../wire/vm.ts';

const yes = /^(true|yes|ok|[1-9]\d*)$/i;
const no = /^(false|no|0|-\d+)$/i;

/**
 * Returns whether the guest answered the ping of a sample; `null` when unknown. The platform does not document the format,
 * so numbers, booleans and known words are accepted, and other text is unknown.
 */
export function answersPing(guestPing: WireMonitorItem['guestPing']): boolean | null {
  if (guestPing === undefined || guestPing === null) return null;
  const text = String(guestPing).trim();
  if (yes.test(text)) return true;
  return no.test(text) ? false : null;
}

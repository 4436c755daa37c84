/**
 * Reports whether an address obviously leads to this machine. Other forms of 127.0.0.1, such as 2130706433, do not
 * count.
 */
export function leadsHere(address: string): boolean {
  const [, written = ''] =
    /^[a-z]+:\/\/(?:[^/?#\\@]*@)?([^/?#\\@]*?)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? [];
  const isPlain = /^(localhost|\[::1\]|127(\.(0|[1-9]\d{0,2})){3})$/i.test(written);
  return isPlain && URL.canParse(address) && new URL(address).hostname === written.toLowerCase();
}

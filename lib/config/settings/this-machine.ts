/**
 * Whether an address leads to this very machine, and is written so that whoever reads it can see that. Numbers such as
 * 2130706433 and other forms that programs take for 127.0.0.1 are not.
 */
export function leadsHere(address: string): boolean {
  const [, written = ''] =
    /^[a-z]+:\/\/(?:[^/?#\\@]*@)?([^/?#\\@]*?)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? [];
  const isPlain = /^(localhost|\[::1\]|127(\.(0|[1-9]\d{0,2})){3})$/i.test(written);
  return isPlain && URL.canParse(address) && new URL(address).hostname === written.toLowerCase();
}
